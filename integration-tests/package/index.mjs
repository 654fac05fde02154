/**
 * Checks the packed package: its contents, the styles of its admin's pages, with publint, and with Are The Types Wrong.
 * Each exception has a reason, and an exception that is not needed fails.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { build, pack, root } from "../support/built.mjs"
import { contentProblems, styleProblems } from "./contents.mjs"
import { EXCEPTIONS, WILDCARDS } from "./exceptions.mjs"

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** @returns findings such as "publint FILE_DOES_NOT_EXIST exports ./admin", with publint's message */
async function askPublint(tarball) {
  const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true })
  return messages.map((message) => ({
    name: `publint ${message.code} ${message.path.join(" ")}`,
    words: formatMessage(message, manifest, { color: false }),
  }))
}

/**
 * @returns findings such as "types NoResolution ./admin node10"; entries with a star are tested with the names in
 * WILDCARDS
 */
async function askTypes(tarball) {
  const { problems } = await checkPackage(createPackageFromTarballData(tarball), { includeEntrypoints: WILDCARDS })
  return problems.map(({ kind, entrypoint, resolutionKind, ...more }) => ({
    name: ["types", kind, entrypoint ?? more.fileName?.split("/server").pop(), resolutionKind]
      .filter(Boolean)
      .join(" "),
    words: JSON.stringify(more).slice(0, 200),
  }))
}

const folder = mkdtempSync(join(tmpdir(), "medusa-payment-crypto-package-"))
try {
  build()
  const packed = pack(folder)
  const contents = [...contentProblems(packed), ...(await styleProblems(packed))]
  const tarball = new Uint8Array(readFileSync(packed.path))
  const found = [...(await askPublint(tarball)), ...(await askTypes(tarball))]
  const wrong = found.filter(({ name }) => !EXCEPTIONS.some(({ covers }) => covers.test(name)))
  const unneeded = EXCEPTIONS.filter(({ covers }) => !found.some(({ name }) => covers.test(name)))
  for (const sentence of contents) console.error(`the package: ${sentence}`)
  for (const { name, words } of wrong) console.error(`${name}: ${words}`)
  for (const { covers } of unneeded) console.error(`exceptions.mjs: nothing needs the exception ${covers}`)
  console.log(`${packed.entryCount} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`)
  console.log(`publint and the types: ${wrong.length} wrong, ${found.length - wrong.length} excepted by name`)
  process.exitCode = contents.length + wrong.length + unneeded.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true })
}
