import { type ReactElement, StrictMode, useState } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { CryptoPayment, type CryptoPaymentProps, createCryptoPaymentClient } from "../../../../src/storefront/index.js"
import ar from "../../../../src/storefront/labels/ar.js"
import de from "../../../../src/storefront/labels/de.js"
import pl from "../../../../src/storefront/labels/pl.js"
import "../../../../src/storefront/style.css"

/** What a test can set on the page. */
export type Setup = {
  publishableKey: string
  token: string
  language?: "ar" | "de" | "pl"
  hydrate?: boolean
} & Pick<CryptoPaymentProps, "regionId" | "locale" | "returnUrl" | "className" | "labels">

const LANGUAGES = { ar, de, pl }
const { publishableKey, language, hydrate, ...given }: Setup = JSON.parse(
  document.getElementById("setup")?.textContent ?? "",
)
const client = createCryptoPaymentClient({ baseUrl: location.origin, publishableKey })
const calls: { name: string; given: unknown[] }[] = []
let give = (_changes: Partial<CryptoPaymentProps>): void => undefined

/** A typical page of a shop: it makes new callbacks in each rendering, and keeps a new token. */
function Page(): ReactElement {
  const [props, setProps] = useState<Partial<CryptoPaymentProps>>({})
  const [token, setToken] = useState(given.token)
  const [round, setRound] = useState(0)
  give = (changes) => {
    setProps((before) => ({ ...before, ...changes }))
    setRound((before) => before + 1)
  }
  const note =
    (name: string) =>
    (...called: unknown[]) => {
      calls.push({ name, given: [round, ...called] })
    }
  return (
    <CryptoPayment
      {...given}
      client={client}
      token={token}
      labels={language ? LANGUAGES[language] : given.labels}
      onSettled={note("settled")}
      onExpired={note("expired")}
      onError={(error) => note("error")(error.code)}
      onTokenChange={(next) => {
        note("token")(next)
        setToken(next)
      }}
      {...props}
    />
  )
}

const place = document.getElementById("shop") as HTMLElement
const page = (
  <StrictMode>
    <Page />
  </StrictMode>
)
const root = hydrate ? hydrateRoot(place, page) : createRoot(place)
if (!hydrate) root.render(page)

/** What a test can read and do on the page. */
const harness = {
  calls,
  unmount: () => root.unmount(),
  /** Changes the component's props. */
  give: (changes: Partial<CryptoPaymentProps>) => give(changes),
}
export type Harness = typeof harness
Object.assign(window, { harness })
