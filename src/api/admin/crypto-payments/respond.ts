import { Readable, promises as streams } from "node:stream"
import type { AuthenticatedMedusaRequest, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { ReturnWorkflow } from "@medusajs/framework/workflows-sdk"
import { ADMIN_ERRORS, type AdminError, adminError, type Result, refusalMessage } from "../../../core/text/admin-errors"
import { CSV_MARK, csvRecord } from "../../../core/text/csv"
import { errorTypeOf } from "../../../medusa/errors"
import type { Page } from "../../../modules/crypto-payments/stores/paging"
import { lacksSchema } from "../../../modules/crypto-payments/stores/rows"
import type { AdminAction } from "../../../workflows/attention/admin-actions"
import { type Context, contextOf } from "../../../workflows/context"
import { pageAskedFor, pick } from "./list-query"
import { connectionView } from "./views/connection"
import { eventDetail } from "./views/event"
import { paymentLinkView } from "./views/payment"
import { paymentDetail } from "./views/payment-detail"

type Route<Body = unknown> = (req: AuthenticatedMedusaRequest<Body>, res: MedusaResponse) => Promise<void>

/** Answers an expected refusal. It does not use MedusaError, which has no type that keeps our message with 409. */
export function refuse(res: MedusaResponse, refusal: AdminError): void {
  const { code, fields } = refusal
  const [status] = ADMIN_ERRORS[code]
  res
    .status(status)
    .json({ type: errorTypeOf(status), code, message: refusalMessage(refusal), ...(fields && { fields }) })
}

/** A route that reads the plugin's tables. Before the migrations ran, it refuses with what to do. */
export const needingTables =
  (route: Route): Route =>
  async (req, res) => {
    try {
      await route(req, res)
    } catch (error) {
      if (!lacksSchema(error)) throw error
      refuse(res, adminError("migrations_missing"))
    }
  }

export const listRoute = <View extends object>(
  name: string,
  read: (ctx: Context, req: MedusaRequest, page: Page) => Promise<[views: View[], count: number] | AdminError>,
): Route =>
  needingTables(async (req, res) => {
    const page = pageAskedFor(req)
    const listed = await read(contextOf(req.scope), req, page)
    if ("ok" in listed) return refuse(res, listed)
    const [views, count] = listed
    res.json({ [name]: views.map((view) => pick(view, req)), count, offset: page.offset, limit: page.limit })
  })

type ResourceName = "connection" | "payment" | "event" | "payout" | "payment_link"

const unknown = (name: ResourceName): AdminError =>
  adminError(name === "payment_link" ? "unknown_order" : `unknown_${name}`)
type Read<View> = (ctx: Context, id: string, req: MedusaRequest) => Promise<View | undefined>

export const detailRoute = <View extends object>(name: ResourceName, read: Read<View>): Route =>
  needingTables(async (req, res) => {
    const view = await read(contextOf(req.scope), req.params.id as string, req)
    if (view) res.json({ [name]: pick(view, req) })
    else refuse(res, unknown(name))
  })

/** A route that changes a connection. It runs no workflow, because the engine would store the secret with the input. */
export const connectionChange = (
  change: (
    ctx: Context,
    who: { connection_id: string; actor_id: string },
    body: Record<string, unknown>,
  ) => Promise<Result>,
): Route =>
  needingTables(async (req, res) => {
    const who = { connection_id: req.params.id as string, actor_id: req.auth_context.actor_id }
    const changed = await change(contextOf(req.scope), who, req.validatedBody as Record<string, unknown>)
    if (!changed.ok) return refuse(res, changed)
    await detailRoute("connection", (_, id) => connectionView(req, id))(req, res)
  })

type Given<Input> = Omit<Input, keyof AdminAction>

/** A route that runs a workflow on a resource, and answers with the resource as it is now. */
const actionRoute =
  <View extends object>(name: ResourceName, read: Read<View>) =>
  <Input extends AdminAction, Value = unknown>(
    workflow: ReturnWorkflow<Input, Result<Value>, []>,
    {
      input = (body) => body as Given<Input>,
      answer = () => ({}),
    }: {
      /** The workflow's input, in addition to the resource and the admin. */
      input?: (body: never) => Given<Input> | AdminError
      /** The answer's fields, in addition to the payment or event. */
      answer?: (done: Value, view: View) => object
    } = {},
  ): Route =>
    needingTables(async (req, res) => {
      const id = req.params.id as string
      const given = input(req.validatedBody as never)
      if ("ok" in given) return refuse(res, given as AdminError)
      const { result } = await workflow(req.scope).run({
        input: { ...given, id, actor_id: req.auth_context.actor_id } as Input,
      })
      const done = result as Result<Value>
      if (!done.ok) return refuse(res, done)
      const view = await read(contextOf(req.scope), id, req)
      if (view) res.json({ [name]: view, ...answer(done, view) })
      else refuse(res, unknown(name))
    })

export const paymentAction = actionRoute("payment", paymentDetail)
export const payoutAction = actionRoute("payment", async (ctx, id) => {
  const payout = await ctx.store.payouts.byId(id)
  return payout && paymentDetail(ctx, payout.payment_id)
})
export const eventAction = actionRoute("event", ({ store }, id) => eventDetail(store, id))
export const linkAction = actionRoute("payment_link", paymentLinkView)

export const noteOf = ({ note }: { note?: string }): { note: string } | AdminError =>
  note ? { note } : adminError("note_wanted")

type CsvFile = { name: string; columns: readonly string[]; pages: AsyncIterable<string[]> }

/**
 * Streams a file (RFC 4180) in chunks, one for each page of records: reads only as fast as the client receives, and stops
 * when the client disconnects.
 */
export async function sendCsv(ctx: Context, res: MedusaResponse, { name, columns, pages }: CsvFile): Promise<void> {
  const chunks = chunksOf(columns, pages)
  // Read before the headers are sent, so that an early error gets a normal error answer.
  const first = await chunks.next()
  res.setHeader("content-type", "text/csv; charset=utf-8")
  res.setHeader("content-disposition", `attachment; filename="${name}.csv"`)
  res.setHeader("cache-control", "no-store")
  try {
    await streams.pipeline(Readable.from(startingWith(first, chunks)), res)
  } catch (error) {
    // The pipeline closed the connection, so that the client knows that the file is incomplete.
    const hungUp = (error as { code?: unknown }).code === "ERR_STREAM_PREMATURE_CLOSE"
    if (!hungUp) ctx.log("export_failed", { error })
  }
}

async function* chunksOf(columns: readonly string[], pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let head = CSV_MARK + csvRecord(columns)
  for await (const records of pages) {
    const piece = head + records.join("")
    if (piece) yield piece
    head = ""
  }
  if (head) yield head
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (!first.done) yield first.value
  yield* rest
}
