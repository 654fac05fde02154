/** Medusa needs about ten seconds until its first request, and more if all cores are busy. */
jest.setTimeout(180_000)
