/** A Medusa takes some ten seconds to its first request, more with every core in use. */
jest.setTimeout(180_000)
