//! What the rules say about each board, asked of its data.

mod every_board;
