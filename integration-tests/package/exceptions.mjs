/** For each entry with a star in `exports`, one name that a store imports. */
export const WILDCARDS = ["./modules/crypto-payments", "./providers/crypto", "./storefront/labels/de"]

/** Findings that Medusa's convention for plugins requires, or that a check cannot judge, each with the reason. */
export const EXCEPTIONS = [
  {
    covers: /^publint CJS_WITH_ESMODULE_DEFAULT_EXPORT exports \.(\/\*)?$/,
    why: "Medusa loads the default export of routes, jobs, subscribers, modules and providers with require",
  },
  {
    covers: /^types CJSOnlyExportsDefault \/src\/(modules\/crypto-payments\/|providers\/crypto\/)?index\.js$/,
    why: "Medusa loads the default export of modules and providers with require",
  },
  {
    covers: /^types (NoResolution \.\/admin node10|UntypedResolution \.\/admin|CJSResolvesToESM \.\/admin)/,
    why: "only Vite reads the admin's bundle, when Medusa builds its dashboard, and no code imports its types",
  },
  {
    covers: /^types CJSResolvesToESM \.\/storefront(\/labels\/de)? node16-cjs$/,
    why: "the storefront part is ES modules alone, as bundlers and Node take it",
  },
  { covers: /^types NoResolution \. node10$/, why: "the root only tells a store that it resolved the wrong entry" },
  { covers: /^types NoResolution \.\/storefront\/style\.css /, why: "a style sheet has no types" },
]
