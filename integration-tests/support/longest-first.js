const { default: Sequencer } = require("@jest/test-sequencer")

/** The longest start first, so that none runs alone at the end. The browser tests wait for the admin's build. */
const LONGEST = [
  ...["/http/more/", "/model-on-", "/http/quick/", "/modules/quick/", "/stopped"],
  ...["/doctor", "/leaving", "/browser/", "/integration-tests/"],
]

const rank = ({ path }) => {
  const place = LONGEST.findIndex((part) => path.includes(part))
  return place < 0 ? LONGEST.length : place
}

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path))
  }
}
