import { type MiddlewareRoute, validateAndTransformBody } from "@medusajs/framework/http"
import { detailQuery, listQuery } from "../list-query"
import { MAY } from "../policies"
import { readJsonBody } from "./json-body"
import { CONNECTION_FIELDS, connectionUpdate, endpointSecretRotation, listFilters, nothing } from "./validators"

const LIST = "/admin/crypto-payments/connections"
const ONE = `${LIST}/:id`

/** A change may bring a secret, so its body is read by ourselves. */
const changing = (matcher: string, body: Parameters<typeof validateAndTransformBody>[0]): MiddlewareRoute => ({
  matcher,
  method: ["POST"],
  policies: [MAY.readConnections, MAY.updateConnections],
  bodyParser: false,
  middlewares: [readJsonBody, validateAndTransformBody(body), ...detailQuery(CONNECTION_FIELDS)],
})

export const connectionMiddlewares: MiddlewareRoute[] = [
  {
    matcher: LIST,
    method: ["GET"],
    policies: [MAY.readConnections],
    middlewares: listQuery(listFilters, CONNECTION_FIELDS),
  },
  { matcher: ONE, method: ["GET"], policies: [MAY.readConnections], middlewares: detailQuery(CONNECTION_FIELDS) },
  changing(ONE, connectionUpdate),
  changing(`${ONE}/endpoint-secret`, endpointSecretRotation),
  changing(`${ONE}/test`, nothing),
]
