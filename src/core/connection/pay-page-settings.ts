import { z } from "zod"
import { PAY_PAGE_LANGUAGES, PAY_PAGE_TEXTS, type PayPageTextName, problemOfText } from "../text/pay-page-texts"

/** It stands in a header as it is: scheme, host and port, and a star for all subdomains. */
const frameOrigin = z
  .string()
  .regex(
    /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i,
    "frameOrigins takes origins such as https://shop.example.com, with no path",
  )

const texts = z
  .partialRecord(
    z.enum(PAY_PAGE_TEXTS, { error: "payPageTexts has a name that no text of the pay page has" }),
    z.string(),
  )
  .superRefine((given, context) => {
    for (const [name, text] of Object.entries(given)) {
      const message = problemOfText(name as PayPageTextName, text)
      if (message) context.addIssue({ code: "custom", path: [name], message })
    }
  })

/** What a store says of its pay page, in medusa-config only. */
export const payPageSettings = {
  storefrontUrl: z.url({
    protocol: /^https?$/,
    error: "storefrontUrl is not an address such as https://shop.example.com",
  }),
  frameOrigins: z.array(frameOrigin),
  payPageTexts: z.partialRecord(z.enum(PAY_PAGE_LANGUAGES), texts),
}
