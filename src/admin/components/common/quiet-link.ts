/** A link among facts. Medusa's blue for links is too pale for small text on white (3.7:1; WCAG asks for 4.5:1). */
export const QUIET_LINK =
  "text-ui-fg-base underline decoration-ui-border-strong underline-offset-4 hover:decoration-current focus-visible:shadow-borders-focus rounded outline-none"
