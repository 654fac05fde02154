/** In the place of Medusa's workflows in unit tests. A test that starts one fails. */
module.exports = {}
