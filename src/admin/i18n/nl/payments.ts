import type { payments as english } from "../en/payments"
import type { InTwoForms } from "../translation"

export const payments = {
  title: "Cryptobetalingen",
  attentionTitle: "Cryptobetalingen: aandacht",
  tabs: {
    payments: "Betalingen",
    attention: "Aandacht",
    open_one: "{{count}} open geval",
    open_other: "{{count}} open gevallen",
  },
  fields: {
    payment: "Betaling",
    status: "Status",
    order: "Bestelling",
    email: "E-mail",
    amount: "Bedrag",
    asset: "Cryptomunt",
    paidIn: "In cryptovaluta",
    connection: "Verbinding",
    mode: "Modus",
    created: "Aangemaakt",
  },
  search: "Betalings-ID, adres, bestelling of e-mail",
  modes: {
    live: "Live",
    test: "Test",
  },
  test: "Test",
  superseded: "Vervangen",
  supersededHint: "Een nieuwere koersofferte is ervoor in de plaats gekomen. De betaling wordt toch gevolgd.",
  confirmations_one: "{{count}} bevestiging",
  confirmations_other: "{{count}} bevestigingen",
  openPayment: "Betaling {{id}} openen",
  openOrder: "Bestelling {{order}} openen",
  removeFilter: "Filter verwijderen: {{filter}}",
  networks: {
    bitcoin: "Bitcoin",
    litecoin: "Litecoin",
    dogecoin: "Dogecoin",
    dash: "Dash",
    base: "Base",
    polygon: "Polygon",
  },
  order: {
    label: "Sorteren",
    newestFirst: "Nieuwste eerst",
    oldestFirst: "Oudste eerst",
  },
  empty: {
    title: "Nog geen betalingen",
    description: "Zodra een koper met crypto wil betalen, verschijnt de betaling hier.",
  },
  noResults: {
    title: "Geen resultaten",
    description:
      "Wijzig de zoekopdracht of de filters. Een betalings-ID of adres mag aan het eind zijn afgekapt; een e-mailadres moet volledig zijn.",
  },
  failure: {
    payments: "De betalingen konden niet worden geladen",
    unreachable: "De server is niet bereikbaar. Probeer het zo opnieuw.",
    retry: "Opnieuw proberen",
  },
  export: {
    action: "Exporteren",
    running: "Het CSV-bestand wordt voorbereid…",
    done: "Het CSV-bestand is klaar",
    failed: "Het CSV-bestand kon niet worden gemaakt",
    rows_one: "{{count}} betaling",
    rows_other: "{{count}} betalingen",
  },
} satisfies InTwoForms<typeof english>
