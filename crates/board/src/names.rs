//! How hexes are written: `1514`, `CCC35`, `R-28`.
//!
//! Every hex has exactly one name, and only that name is read: a typing slip should be an error that says what would be
//! right, never another hex.

use crate::{Direction, Grid, HexId, Lower, Numbering};

/// A text that names no hex of the board, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no hex {name} on this board: {because}")]
pub struct BadHex {
    /// What was written, cut short if it was long.
    pub name: String,
    /// What would be right.
    pub because: String,
}

/// As long as the names of our boards get.
const LONGEST: usize = 6;

/// The letters of a column: `A` to `Z`, then `AA` to `ZZ`, then `AAA`: the letter is repeated, not counted on.
fn letters(column: u8) -> String {
    let mut name = String::new();
    write_letters(&mut name, column);
    name
}

fn write_letters(name: &mut String, column: u8) {
    let letter = char::from(b'A' + column % 26);
    name.extend(std::iter::repeat_n(letter, usize::from(column / 26) + 1));
}

/// Writes a number of at least so many digits. By hand: every view names hundreds of hexes, and formatting would cost more than all the rest of it.
fn write_number(name: &mut String, number: u16, least: usize) {
    let mut digits = [b'0'; 5];
    let (mut left, mut at) = (number, digits.len());
    while left > 0 || digits.len() - at < least {
        at -= 1;
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    digits[at..].iter().for_each(|digit| name.push(char::from(*digit)));
}

/// The column that these letters name.
fn column_of(letters: &str) -> Option<u8> {
    let first = *letters.as_bytes().first()?;
    if !first.is_ascii_uppercase() || !letters.bytes().all(|b| b == first) {
        return None;
    }
    u8::try_from((letters.len() - 1) * 26 + usize::from(first - b'A')).ok()
}

/// A number as our boards print it: no sign, no leading zero.
fn number(digits: &str) -> Option<u16> {
    let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    if plain { digits.parse().ok() } else { None }
}

impl Grid {
    /// The name of a hex as the board prints it.
    ///
    /// The hex must be one of this grid's; a hex that the board leaves out still has a name.
    pub fn name(&self, hex: HexId) -> String {
        let (column, row) = (self.column(hex), self.row(hex));
        let mut name = String::with_capacity(LONGEST);
        match self.numbering() {
            Numbering::ColumnRow => {
                write_number(&mut name, u16::from(column) + 1, 2);
                write_number(&mut name, u16::from(row) + 1, 2);
            }
            Numbering::Letters => {
                write_letters(&mut name, column);
                write_number(&mut name, u16::from(row) + 1, 1);
            }
            Numbering::Diagonal => {
                write_letters(&mut name, column);
                name.push('-');
                write_number(&mut name, self.first_diagonal(column) + u16::from(row), 1);
            }
        }
        name
    }

    /// The hex of that name.
    pub fn parse(&self, name: &str) -> Result<HexId, BadHex> {
        let bad = |because: String| BadHex { name: name.chars().take(12).collect(), because };
        let (column, row) = self.read_name(name).ok_or_else(|| bad(format!("its hexes are written {}", self.sample_names())))?;
        let Some(column) = column.filter(|c| *c < self.columns()) else {
            let (first, last) = (self.column_name(0), self.column_name(self.columns().saturating_sub(1)));
            return Err(bad(format!("columns go from {first} to {last}")));
        };
        if let Some(hex) = row.and_then(|row| self.at(column, row)) {
            return Ok(hex);
        }
        let mut rows = (0..self.rows()).filter_map(|row| self.at(column, row));
        let (Some(first), Some(last)) = (rows.clone().next(), rows.next_back()) else {
            return Err(bad(format!("column {} has no hexes", self.column_name(column))));
        };
        match row {
            Some(row) if (self.row(first)..=self.row(last)).contains(&row) => Err(bad("it is not part of the playing area".into())),
            _ => Err(bad(format!("column {} goes from {} to {}", self.column_name(column), self.name(first), self.name(last)))),
        }
    }

    /// The names of the hexes that touch the one of that name; none if there is no such hex.
    pub fn names_around(&self, name: &str) -> Vec<String> {
        let around = self.parse(name).map(|hex| self.neighbours(hex).iter().filter(|n| n.is_some()).map(|n| self.name(*n)).collect());
        around.unwrap_or_default()
    }

    /// The directions of a way from hex to hex, by name; none at all if a name means no hex or the way jumps.
    pub fn steps_along(&self, way: &[String]) -> Vec<&'static str> {
        let hexes: Option<Vec<HexId>> = way.iter().map(|name| self.parse(name).ok()).collect();
        let step = |pair: &[HexId]| self.direction(pair[0], pair[1]).map(Direction::name);
        hexes.and_then(|hexes| hexes.windows(2).map(step).collect()).unwrap_or_default()
    }

    /// Takes a name apart: column and row from 0, each `None` if it is well written but out of all range; `None` if it is
    /// not written as this board writes its hexes.
    fn read_name(&self, name: &str) -> Option<(Option<u8>, Option<u8>)> {
        match self.numbering() {
            Numbering::ColumnRow => {
                let digits: &[u8; 4] = name.as_bytes().try_into().ok()?;
                digits.iter().all(u8::is_ascii_digit).then_some(())?;
                let pair = |tens: u8, units: u8| ((tens - b'0') * 10 + units - b'0').checked_sub(1);
                Some((pair(digits[0], digits[1]), pair(digits[2], digits[3])))
            }
            Numbering::Letters => {
                let digits = name.find(|c: char| !c.is_ascii_uppercase())?;
                let (letters, digits) = name.split_at(digits);
                let row = number(digits)?;
                Some((Some(column_of(letters)?), u8::try_from(row - 1).ok()))
            }
            Numbering::Diagonal => {
                let (letters, digits) = name.split_once('-')?;
                let (column, diagonal) = (column_of(letters)?, number(digits)?);
                let row = diagonal.checked_sub(self.first_diagonal(column)).and_then(|row| u8::try_from(row).ok());
                Some((Some(column), row))
            }
        }
    }

    /// The number of the topmost hex of a column on a board with diagonal hexrows, which rise to the right: a step north-east
    /// keeps the number, so every second column begins one number later.
    fn first_diagonal(&self, column: u8) -> u16 {
        1 + (u16::from(column) + u16::from(self.lower() == Lower::Odd)) / 2
    }

    /// The name of a column.
    pub fn column_name(&self, column: u8) -> String {
        match self.numbering() {
            Numbering::ColumnRow => format!("{:02}", u16::from(column) + 1),
            Numbering::Letters | Numbering::Diagonal => letters(column),
        }
    }

    fn sample_names(&self) -> &'static str {
        match self.numbering() {
            Numbering::ColumnRow => "as four digits, column and row, like 0103",
            Numbering::Letters => "as column letters and row, like A3 or AA12",
            Numbering::Diagonal => "as column letters, hyphen and hexrow, like A-3 or AA-17",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(numbering: Numbering, lower: Lower) -> Grid {
        Grid::new(55, 35, lower, numbering, |c, r| c == 45 && r == 34)
    }

    fn because(grid: &Grid, name: &str) -> String {
        grid.parse(name).unwrap_err().to_string()
    }

    #[test]
    fn every_name_of_every_numbering_reads_back() {
        for numbering in [Numbering::ColumnRow, Numbering::Letters, Numbering::Diagonal] {
            for lower in [Lower::Even, Lower::Odd] {
                let grid = grid(numbering, lower);
                for hex in grid.hexes() {
                    assert_eq!(grid.parse(&grid.name(hex)), Ok(hex));
                }
            }
        }
    }

    #[test]
    fn letters_are_repeated_not_counted_on() {
        let grid = grid(Numbering::Letters, Lower::Odd);
        let name = |column, row| grid.name(grid.at(column, row).unwrap());
        assert_eq!((name(0, 0), name(25, 34), name(26, 0), name(54, 34)), ("A1".into(), "Z35".into(), "AA1".into(), "CCC35".into()));
        assert!(grid.parse("AB3").is_err());
    }

    #[test]
    fn a_diagonal_hexrow_rises_to_the_right() {
        for lower in [Lower::Even, Lower::Odd] {
            let grid = grid(Numbering::Diagonal, lower);
            let step = |name: &str, direction| grid.name(grid.neighbour(grid.parse(name).unwrap(), direction));
            for (from, north_east, south_east) in [("C-4", "D-4", "D-5"), ("D-4", "E-4", "E-5")] {
                assert_eq!(step(from, Direction::NE), north_east);
                assert_eq!(step(from, Direction::SE), south_east);
            }
        }
    }

    #[test]
    fn a_wrong_name_says_what_would_be_right() {
        let grid = Grid::new(26, 28, Lower::Odd, Numbering::ColumnRow, |c, r| (c % 2 == 1 && r == 27) || (c, r) == (4, 4));
        assert_eq!(because(&grid, "9901"), "no hex 9901 on this board: columns go from 01 to 26");
        assert_eq!(because(&grid, "0001"), "no hex 0001 on this board: columns go from 01 to 26");
        assert_eq!(because(&grid, "0228"), "no hex 0228 on this board: column 02 goes from 0201 to 0227");
        assert_eq!(because(&grid, "0505"), "no hex 0505 on this board: it is not part of the playing area");
        assert_eq!(because(&grid, "A1"), "no hex A1 on this board: its hexes are written as four digits, column and row, like 0103");
    }

    #[test]
    fn a_way_is_its_directions_or_nothing() {
        let grid = grid(Numbering::ColumnRow, Lower::Even);
        let way = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(grid.steps_along(&way(&["0303", "0302", "0303"])), ["N", "S"]);
        for none in [&["0303"][..], &["0303", "0305"], &["0303", "nowhere"], &[]] {
            assert_eq!(grid.steps_along(&way(none)), [""; 0], "{none:?}");
        }
    }

    #[test]
    fn only_the_printed_name_is_read() {
        let letters = grid(Numbering::Letters, Lower::Odd);
        for wrong in ["", "A", "1", "a1", "A01", "A-1", "A+1", "AB1", "A1 ", "É1", "A99999999", "DDD1", "A0", "TT35"] {
            assert!(letters.parse(wrong).is_err(), "{wrong:?} was read");
        }
        let diagonal = grid(Numbering::Diagonal, Lower::Even);
        for wrong in ["", "-", "A", "A1", "A-", "-1", "a-3", "AB-3", "C-03", "A-0", "C-1", "A-36", "A--1", "A-1-1"] {
            assert!(diagonal.parse(wrong).is_err(), "{wrong:?} was read");
        }
        let digits = grid(Numbering::ColumnRow, Lower::Even);
        for wrong in ["", "101", "01001", "0036", "0100", "01é", "é01", "+101", "5601"] {
            assert!(digits.parse(wrong).is_err(), "{wrong:?} was read");
        }
    }
}
