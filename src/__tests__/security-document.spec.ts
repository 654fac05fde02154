import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What docs/security.md says of the code and its tests is looked up here, so that it stays true. */
const ROOT = join(__dirname, "../..")
const DOCUMENT = readFileSync(join(ROOT, "docs/security.md"), "utf8")

const SPECS = ["src", "integration-tests"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.spec\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`),
)

/** "`a.spec.ts` and `b.spec.ts` "sentence", "sentence"": the files, each with every sentence that follows. */
const MENTIONS = /(`[\w./-]+\.spec\.tsx?`(?: and `[\w./-]+\.spec\.tsx?`)*)((?:,? "[^"\n]+")*)/g
const mentions = [...DOCUMENT.matchAll(MENTIONS)].flatMap(([, files = "", sentences = ""]) =>
  [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => ({
    file,
    sentences: [...sentences.matchAll(/"([^"]+)"/g)].map(([, sentence = ""]) => sentence),
  })),
)

/** Where a test is begun with this very sentence. */
const hasTest = (text: string, sentence: string): boolean =>
  text
    .split(`"${sentence}",`)
    .slice(0, -1)
    .some((before) => /(\b(it|test)|\))\(\s*$/.test(before))

describe("docs/security.md", () => {
  it("names enough tests for this to look at, and with each file what to look for in it", () => {
    expect(mentions.length).toBeGreaterThan(60)
    expect(mentions.filter(({ sentences }) => sentences.length === 0)).toEqual([])
    // A file that is written otherwise than MENTIONS expects would go unseen.
    expect(DOCUMENT.match(/\.spec\.tsx?`/g)).toHaveLength(mentions.length)
  })

  it("names only tests that there are, by the file and the sentence", () => {
    const missing = mentions.flatMap(({ file, sentences }) => {
      const found = SPECS.filter((spec) => spec.endsWith(`/${file}`))
      if (found.length !== 1) return [`${file} is ${found.length} files`]
      const text = readFileSync(join(ROOT, found[0] as string), "utf8")
      return sentences.filter((sentence) => !hasTest(text, sentence)).map((sentence) => `${file}: "${sentence}"`)
    })
    expect(missing).toEqual([])
  })

  it("names only files that there are", () => {
    const named = [...DOCUMENT.matchAll(/`((?:src|integration-tests)\/[^`]+)`/g)].map(([, path = ""]) => path)
    const linked = [...DOCUMENT.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = ""]) => path)
    expect([...named, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(named.length).toBeGreaterThan(40)
  })
})
