import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV ?? "development", process.cwd())

const { env } = process
const isProduction = env.NODE_ENV === "production"

/** The default secret is public, so it is used only outside production. */
const secret = (name: "JWT_SECRET" | "COOKIE_SECRET"): string | undefined =>
  env[name] ?? (isProduction ? undefined : "for-development-only")

/** `server` answers requests, `worker` runs jobs and subscribers, `shared` does both. */
const workerMode = env.MEDUSA_WORKER_MODE as "server" | "shared" | "worker" | undefined

/** Locks that several servers share without Redis. */
const locksInPostgres = {
  resolve: "@medusajs/medusa/locking",
  options: {
    providers: [{ resolve: "@medusajs/medusa/locking-postgres", id: "locking-postgres", is_default: true }],
  },
}

/** Several servers need a shared event bus, workflow engine, locking and cache. */
const shared = (redisUrl: string) => [
  { resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl } },
  { resolve: "@medusajs/medusa/workflow-engine-redis", options: { redis: { redisUrl } } },
  {
    resolve: "@medusajs/medusa/locking",
    options: {
      providers: [
        { resolve: "@medusajs/medusa/locking-redis", id: "locking-redis", is_default: true, options: { redisUrl } },
      ],
    },
  },
  {
    resolve: "@medusajs/medusa/caching",
    options: {
      providers: [
        { resolve: "@medusajs/medusa/caching-redis", id: "caching-redis", is_default: true, options: { redisUrl } },
      ],
    },
  },
]

export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    workerMode,
    // Browsers send a Secure cookie only over https, but the demo's admin uses http on this machine.
    cookieOptions: env.PLAIN_HTTP_COOKIES === "true" ? { secure: false, sameSite: "lax" } : undefined,
    http: {
      storeCors: env.STORE_CORS ?? "http://localhost:8000",
      adminCors: env.ADMIN_CORS ?? "http://localhost:9000",
      authCors: env.AUTH_CORS ?? "http://localhost:8000,http://localhost:9000",
      jwtSecret: secret("JWT_SECRET"),
      cookieSecret: secret("COOKIE_SECRET"),
    },
  },
  admin: { disable: env.ADMIN_DISABLED === "true" },
  modules: [
    {
      resolve: "./src/modules/crypto-payments",
      options: {},
    },
    {
      resolve: "@medusajs/medusa/payment",
      options: {
        providers: [
          {
            resolve: "./src/providers/crypto",
            id: "default",
            options: {},
          },
        ],
      },
    },
    // The environment's flags are read after this file, so the flag alone leaves the module out.
    ...(env.MEDUSA_FF_RBAC === "true" ? [{ resolve: "@medusajs/medusa/rbac" }] : []),
    ...(env.REDIS_URL ? shared(env.REDIS_URL) : env.SHARED_LOCKS === "postgres" ? [locksInPostgres] : []),
  ],
})
