import { type BuildOptions, build } from "esbuild"

export type BundleOptions = {
  /** Packages taken from elsewhere, such as `{ react: "react-19" }`. */
  alias?: Record<string, string>
  /** With React's own checks and doubled effects, as a storefront's developer has it. */
  development?: boolean
}

/** One script and one style sheet for a browser, from an entry with all that it imports. Throws where it does not build. */
export async function bundleForBrowser(
  entry: string,
  { alias = {}, development = false }: BundleOptions = {},
): Promise<{ js: string; css: string }> {
  const options = {
    entryPoints: [entry],
    alias,
    bundle: true,
    write: false,
    outdir: "bundle",
    format: "esm",
    target: "es2020",
    jsx: "automatic",
    minify: !development,
    // What is said of it is said here, and not in a tsconfig near the entry.
    tsconfigRaw: "{}",
    define: { "process.env.NODE_ENV": JSON.stringify(development ? "development" : "production") },
    logLevel: "silent",
  } satisfies BuildOptions
  const { outputFiles } = await build(options)
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ""
  return { js: textOf(".js"), css: textOf(".css") }
}
