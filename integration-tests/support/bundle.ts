import { type BuildOptions, build } from "esbuild"

type BundleOptions = {
  /** Packages to replace, such as `{ react: "react-19" }`. */
  alias?: Record<string, string>
  /** React's development mode, with its checks and effects that run twice. */
  development?: boolean
}

/** Bundles an entry and its imports into one script and one style sheet for a browser. Throws if the build fails. */
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
    // All options are here, so no tsconfig near the entry is read.
    tsconfigRaw: "{}",
    define: { "process.env.NODE_ENV": JSON.stringify(development ? "development" : "production") },
    logLevel: "silent",
  } satisfies BuildOptions
  const { outputFiles } = await build(options)
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ""
  return { js: textOf(".js"), css: textOf(".css") }
}
