/**
 * Dependencies run one way: core ← store-api ← modules ← medusa ← workflows ← providers, api, jobs, subscribers, cli.
 * Each rule lists what one folder may import; everything else is refused.
 */
const TESTS = "__tests__/|[.]spec[.]tsx?$"

/** `folder` may import only what one of `allowed` matches. Tests may import more, because they are not shipped. */
const only = (folder, allowed, why) => ({
  name: `${folder.replaceAll("/", "-")}-imports-only`,
  comment: why,
  severity: "error",
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { pathNot: [`^src/${folder}/`, ...allowed] },
})

const CORE = "^src/core/"
/** Pure data without imports, so that names, decimals, explorers and URI schemes exist only once. */
const REGISTRY = "^src/core/assets/registry[.]ts$"
/** The table of settings, for the forms: pure data too. */
const SETTINGS = "^src/core/connection/setting-(table|fields)[.]ts$"
/** Icons of assets, also without imports. */
const MARKS = "^src/core/assets/marks[.]ts$"
/** Exact arithmetic to fill in forms. The server checks it again. */
const ARITHMETIC = "^src/core/(money/(units|payment-uri)|payment/(payout|reports))[.]ts$"
/** Checks that a form makes before the server, with the server's messages, so that it shows all mistakes at once. */
const CHECKS = "^src/core/(assets/addresses|text/admin-errors)[.]ts$"
/** The server's English words, the state that lists and badges show, and which status words are alike: pure too. */
const WORDS = "^src/core/(payment/(attention-reasons|lifecycle|status-word)|connection/setup)[.]ts$"
const STORE_API = "^src/store-api/"
const MODULES = "^src/modules/"
const OUR_MEDUSA = "^src/medusa/"
const PROVIDERS = "^src/providers/"
const WORKFLOWS = "^src/workflows/"
const POLICIES = "^src/policies/"
const PAY_PAGE = "^src/pay-page/"
const ZOD = "^node_modules/zod/"
const UNDICI = "^node_modules/undici/"
const IPADDR = "^node_modules/ipaddr[.]js/"
const ENCODINGS = "^node_modules/@(noble/hashes|scure/base)/"
const MEDUSA = "^node_modules/@medusajs/(framework|medusa)/"
const NODE =
  "^(node:)?(cluster|crypto|async_hooks|timers|timers/promises|events|stream|buffer|url|util|net|dns|path|zlib)$"

/** Types only: at run time it is the store's own compiler. */
const TYPESCRIPT = "^node_modules/typescript/lib/typescript[.](d[.]ts|js)$"

/** The use-cases in an order in which they can be read: each may call only those before it. */
const USE_CASES = [
  ...[
    "connections",
    "promotions",
    "view-payment",
    "store-events",
    "health",
    "review-order",
    "settle",
    "lookups",
    "webhook",
  ],
  ...["quote", "checkout", "payment-links", "unpaid-orders", "attention", "payouts", "sweep", "retention"],
]

const useCase = (name, place) => ({
  name: `${name}-calls-only-use-cases-before-it`,
  comment: "Of two use-cases that need each other, neither can be read first.",
  severity: "error",
  from: { path: `^src/workflows/${name}/` },
  to: { path: "^src/workflows/[^/]+/", pathNot: USE_CASES.slice(0, place + 1).map((one) => `^src/workflows/${one}/`) },
})

module.exports = {
  forbidden: [
    only(
      "core",
      [ZOD, IPADDR, ENCODINGS, "^(node:)?crypto$"],
      "Rules without I/O, which are tested by tables and need no Medusa.",
    ),
    only("store-api", [CORE, ZOD, UNDICI, NODE], "Knows the service's API and not Medusa."),
    only("modules", [CORE, STORE_API, ZOD, MEDUSA, NODE], "The tables do not know their users."),
    only(
      "medusa",
      [CORE, STORE_API, MODULES, ZOD, MEDUSA, NODE],
      "Everything that reads or changes Medusa's own data, so that a Medusa upgrade is reviewed in one place.",
    ),
    only(
      "providers",
      [CORE, STORE_API, MODULES, OUR_MEDUSA, WORKFLOWS, ZOD, MEDUSA, NODE],
      "The provider translates and calls a use-case.",
    ),
    only(
      "workflows",
      [CORE, STORE_API, MODULES, OUR_MEDUSA, ZOD, MEDUSA, NODE],
      "A use-case does not know its callers.",
    ),
    ...USE_CASES.map(useCase),
    only(
      "pay-page",
      [CORE, "^node_modules/lean-qr/"],
      "Makes HTML from a view and a language, and calls nothing else.",
    ),
    only(
      "api",
      [CORE, STORE_API, MODULES, OUR_MEDUSA, PROVIDERS, WORKFLOWS, PAY_PAGE, POLICIES, ZOD, MEDUSA, NODE],
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
      "The service is another party. It shares only the wire types and HTML helpers, so that no mistake is on both sides.",
    ),
    only(
      "admin",
      [
        "^node_modules/",
        "^src/api/admin/crypto-payments/contract[.]ts$",
        REGISTRY,
        SETTINGS,
        MARKS,
        ARITHMETIC,
        CHECKS,
        WORDS,
        // Where a release has its pages.
        "^package[.]json$",
      ],
      "A browser speaks HTTP to the server and knows only the types of the API.",
    ),
    only(
      "storefront",
      [
        "^node_modules/react/",
        "^node_modules/lean-qr/",
        "^src/core/text/pay-page/[a-z]{2}(-wallet|-page|-later)?[.]ts$",
        "^src/pay-page/(bought-rows|display|wallet-button)[.]ts$",
        "^src/core/payment/shopper-answer[.]ts$",
        REGISTRY,
        MARKS,
      ],
      "A browser speaks HTTP to the server. It shows the pay page's texts, so that each text exists only once.",
    ),
    only("policies", [MEDUSA], "Names of policies."),
    only(
      "cli",
      [
        ...[CORE, MODULES, WORKFLOWS, MEDUSA, NODE, TYPESCRIPT],
        ...["^(node:)?(child_process|fs|readline/promises)$", "^package\\.json$"],
      ],
      "A command calls a use-case.",
    ),
    {
      name: "nothing-needs-the-sandbox",
      comment: "The plugin must work without the sandbox.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/sandbox/|${TESTS}` },
      to: { path: "^src/sandbox/|^integration-tests/" },
    },
    {
      name: "no-circles",
      comment: "Two files that import each other, even types only, cannot be understood one at a time.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "nothing-missing",
      comment: "An import that cannot be resolved here cannot be resolved in a store either.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "ships-only-with-what-it-declares",
      comment:
        "A development dependency, or a package that is present by chance, is missing when the plugin is installed.",
      severity: "error",
      from: { path: "^src/", pathNot: TESTS },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["npm-peer"],
        // Only types, from the compiler.
        pathNot: [TYPESCRIPT],
      },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // These scripts build the component and the admin, and are no part of them.
    exclude: { path: "^src/(storefront|admin)/build/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    // The admin and the storefront ship their packages inside @medusajs; the server's are resolved as Node does.
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "types", "default"] },
  },
}
