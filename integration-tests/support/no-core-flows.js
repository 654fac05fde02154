/** In the place of Medusa's workflows in unit and browser tests. A test that starts one fails. */
module.exports = {}
