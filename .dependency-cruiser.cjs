/**
 * Dependencies run one way: core ← store-api ← modules ← medusa ← workflows ← providers, api, jobs, subscribers, cli.
 * A rule is broken by whoever imports, so each says what one folder may reach; everything else is refused.
 */
const TESTS = "__tests__/|[.]spec[.]tsx?$"

/** `folder` may import what any of `allowed` matches, and nothing more. Tests may reach for more, being no part of it. */
const only = (folder, allowed, why) => ({
  name: `${folder.replaceAll("/", "-")}-imports-only`,
  comment: why,
  severity: "error",
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { pathNot: [`^src/${folder}/`, ...allowed] },
})

const CORE = "^src/core/"
/** Pure data without imports: names, decimals, explorers and URI schemes are written once. */
const REGISTRY = "^src/core/assets/registry[.]ts$"
/** Drawn marks, without imports too. */
const MARKS = "^src/core/assets/marks[.]ts$"
/** Exact arithmetic, which the server checks again: it fills forms in. */
const ARITHMETIC = "^src/core/(money/units|payment/(payout-amount|totals-range))[.]ts$"
/** What a form refuses before the server does, in the server's words: so all that is wrong is named at once. */
const CHECKS = "^src/core/(assets/addresses|text/admin-refusals)[.]ts$"
const STORE_API = "^src/store-api/"
const MODULES = "^src/modules/"
const OUR_MEDUSA = "^src/medusa/"
const PROVIDERS = "^src/providers/"
const WORKFLOWS = "^src/workflows/"
const PAY_PAGE = "^src/pay-page/"
const ZOD = "^node_modules/zod/"
const UNDICI = "^node_modules/undici/"
const IPADDR = "^node_modules/ipaddr[.]js/"
const ENCODINGS = "^node_modules/@(noble/hashes|scure/base)/"
const MEDUSA = "^node_modules/@medusajs/(framework|medusa)/"
const NODE = "^(node:)?(cluster|crypto|async_hooks|timers|timers/promises|events|stream|buffer|url|util|net|dns|path)$"

module.exports = {
  forbidden: [
    only(
      "core",
      [ZOD, IPADDR, ENCODINGS, "^(node:)?crypto$"],
      "Rules without input or output: testable by tables, and readable without Medusa.",
    ),
    only("store-api", [CORE, ZOD, UNDICI, NODE], "The service's API is known here and Medusa is not."),
    only("modules", [CORE, STORE_API, ZOD, MEDUSA, NODE], "What is remembered does not know who asks for it."),
    only(
      "medusa",
      [CORE, STORE_API, MODULES, ZOD, MEDUSA, NODE],
      "All we read or change of Medusa's own: one place to read when Medusa is upgraded.",
    ),
    only(
      "providers",
      [CORE, STORE_API, MODULES, OUR_MEDUSA, WORKFLOWS, ZOD, MEDUSA, NODE],
      "The adapter translates, and calls a use-case.",
    ),
    only(
      "workflows",
      [CORE, STORE_API, MODULES, OUR_MEDUSA, ZOD, MEDUSA, NODE],
      "A use-case is reached by many, and reaches none of them.",
    ),
    only(
      "pay-page",
      [CORE, "^node_modules/lean-qr/"],
      "A view and a language in, markup out: it asks nobody anything.",
    ),
    only(
      "api",
      [CORE, STORE_API, MODULES, OUR_MEDUSA, PROVIDERS, WORKFLOWS, PAY_PAGE, ZOD, MEDUSA, NODE],
      "An edge parses, calls and answers.",
    ),
    ...["jobs", "subscribers"].map((edge) =>
      only(
        edge,
        [CORE, STORE_API, MODULES, OUR_MEDUSA, PROVIDERS, WORKFLOWS, ZOD, MEDUSA, NODE],
        "An edge parses, calls and answers.",
      ),
    ),
    only(
      "sandbox",
      [
        REGISTRY,
        "^src/store-api/wire[.]ts$",
        "^src/pay-page/html[.]ts$",
        ZOD,
        ENCODINGS,
        "^node:|^[a-z_]+(/promises)?$",
      ],
      "The service is another party: sharing more than the wire's words, or HTML, would let one mistake hide on both sides.",
    ),
    only(
      "admin",
      ["^node_modules/", "^src/api/admin/crypto-payments/contract[.]ts$", REGISTRY, MARKS, ARITHMETIC, CHECKS],
      "A browser speaks HTTP to the server; of the server it knows the types of what is said.",
    ),
    only(
      "storefront",
      [
        "^node_modules/react/",
        "^node_modules/lean-qr/",
        "^src/core/text/pay-page/[a-z]{2}(-wallet|-page)?[.]ts$",
        "^src/pay-page/(display|notice|wallet-button)[.]ts$",
        REGISTRY,
      ],
      "A browser speaks HTTP to the server. The words it shows are the pay page's, that each is said in one place.",
    ),
    only("policies", [MEDUSA], "Names for roles, and nothing that works."),
    only("cli", [CORE, MODULES, WORKFLOWS, MEDUSA, NODE, "^(node:)?child_process$"], "A command calls a use-case."),
    {
      name: "nothing-needs-the-sandbox",
      comment: "The plugin works without the service it is developed against.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/sandbox/|${TESTS}` },
      to: { path: "^src/sandbox/|^integration-tests/" },
    },
    {
      name: "no-circles",
      comment: "Of two files that need each other, neither can be understood first.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "nothing-missing",
      comment: "What cannot be resolved here cannot be resolved in a store.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "ships-only-with-what-it-declares",
      comment:
        "A development dependency, or a package that is here by chance, is not there when the plugin is installed.",
      severity: "error",
      from: { path: "^src/", pathNot: TESTS },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm-peer"],
        // Types alone, of the tool that builds Medusa's admin.
        pathNot: "^node_modules/vite/client[.]d[.]ts$",
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // It makes the storefront part, and is none of it.
    exclude: { path: "^src/storefront/build/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    // The admin and the storefront ship their packages inside @medusajs; the server's are resolved as Node does.
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "types", "default"] },
  },
}
