import { undocumented } from "../openapi/validator"

/** An answer outside 200–299. The body is parsed if it is JSON. */
export class HttpProblem extends Error {
  override readonly name = "HttpProblem"

  constructor(
    request: string,
    readonly status: number,
    readonly headers: Headers,
    // biome-ignore lint/suspicious/noExplicitAny: a spec reads any answer's body, and its expectations are the check
    readonly body: any,
  ) {
    super(`${request} answered ${status}: ${JSON.stringify(body)}`)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as above
type Body = any

export type Http = {
  /** The headers of every call, for a test that makes its own calls. */
  headers: Readonly<Record<string, string>>
  get: (path: string) => Promise<Body>
  post: (path: string, body?: unknown) => Promise<Body>
  delete: (path: string) => Promise<Body>
}

/** JSON over HTTP. @throws HttpProblem for a refusal, Error if the answer does not match docs/openapi.yaml */
export function createHttp(baseUrl: string, headers: Record<string, string> = {}): Http {
  const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const response = await fetch(baseUrl + path, {
      method,
      // Node's server closes an idle connection after five seconds, perhaps while a busy test sends its next request.
      headers: {
        connection: "close",
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    const parsed = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text
    const problems = undocumented(method, path, response.status, parsed)
    if (problems.length > 0) throw new Error(problems.join("\n"))
    if (!response.ok) throw new HttpProblem(`${method} ${path}`, response.status, response.headers, parsed)
    return parsed
  }
  return {
    headers,
    get: (path) => call("GET", path),
    post: (path, body = {}) => call("POST", path, body),
    delete: (path) => call("DELETE", path),
  }
}
