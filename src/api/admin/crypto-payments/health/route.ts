import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { contextOf } from "../../../../workflows/context"
import { readHealth } from "../../../../workflows/health/read-health"
import type { HealthAnswer } from "../contract"
import { pick } from "../list-query"
import { healthView } from "../views/health"

/** Answers 200 in every state: a proxy may take a 503 for a dead server, and cut off the whole shop. */
export async function GET(req: MedusaRequest, res: MedusaResponse<HealthAnswer>): Promise<void> {
  res.json({ health: pick(healthView(await readHealth(contextOf(req.scope))), req) })
}
