// A refusal of something that was asked outside a table, as an error to be shown.

/** @param {Refusal} refusal */
export const refusalOf = ({ field, because }) => new Error(field ? `${field}: ${because}` : because);
