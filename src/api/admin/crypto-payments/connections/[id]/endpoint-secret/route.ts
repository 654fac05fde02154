import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { rotateEndpointSecret } from "../../../../../../workflows/connections/rotate-endpoint-secret"
import { contextOf } from "../../../../../../workflows/context"
import { refuse } from "../../../answer"
import { answerConnection } from "../../answer"

/** Called as it is and not through the workflow engine, which has no need to hold a secret. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { endpoint_secret, previous_valid_until } = req.validatedBody as Record<string, unknown>
  const who = { connection_id: req.params.id as string, actor_id: req.auth_context.actor_id }
  const rotated = await rotateEndpointSecret(contextOf(req.scope), { ...who, endpoint_secret, previous_valid_until })
  if (rotated.ok) await answerConnection(req, res)
  else refuse(res, rotated)
}
