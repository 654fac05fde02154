import type { payments as english } from "../en/payments"
import type { InTwoForms } from "../translation"

export const payments = {
  title: "Krypto-Zahlungen",
  attentionTitle: "Krypto-Zahlungen: Handlungsbedarf",
  tabs: {
    payments: "Zahlungen",
    attention: "Handlungsbedarf",
    open_one: "{{count}} offener Fall",
    open_other: "{{count}} offene Fälle",
  },
  fields: {
    payment: "Zahlung",
    status: "Status",
    order: "Bestellung",
    email: "E-Mail",
    amount: "Betrag",
    asset: "Kryptowährung",
    paidIn: "In Krypto",
    connection: "Verbindung",
    mode: "Modus",
    created: "Erstellt",
  },
  search: "Zahlungs-ID, Adresse, Bestellung oder E-Mail",
  modes: {
    live: "Live",
    test: "Test",
  },
  test: "Test",
  superseded: "Ersetzt",
  supersededHint: "Ein neueres Kursangebot ist an seine Stelle getreten. Es wird trotzdem beobachtet.",
  confirmations_one: "{{count}} Bestätigung",
  confirmations_other: "{{count}} Bestätigungen",
  openPayment: "Zahlung {{id}} öffnen",
  openOrder: "Bestellung {{order}} öffnen",
  removeFilter: "Filter entfernen: {{filter}}",
  networks: {
    bitcoin: "Bitcoin",
    litecoin: "Litecoin",
    dogecoin: "Dogecoin",
    dash: "Dash",
    base: "Base",
    polygon: "Polygon",
  },
  order: {
    label: "Sortieren",
    newestFirst: "Neueste zuerst",
    oldestFirst: "Älteste zuerst",
  },
  empty: {
    title: "Noch keine Zahlungen",
    description: "Sobald ein Käufer mit Krypto zahlen will, erscheint die Zahlung hier.",
  },
  noResults: {
    title: "Keine Ergebnisse",
    description:
      "Ändern Sie die Suche oder die Filter. Eine Zahlungs-ID oder Adresse darf am Ende gekürzt sein; eine E-Mail-Adresse muss vollständig sein.",
  },
  failure: {
    payments: "Die Zahlungen konnten nicht geladen werden",
    unreachable: "Der Server ist nicht erreichbar. Versuchen Sie es gleich noch einmal.",
    retry: "Erneut versuchen",
  },
  export: {
    action: "Exportieren",
    running: "Die CSV-Datei wird vorbereitet …",
    done: "Die CSV-Datei ist fertig",
    failed: "Die CSV-Datei konnte nicht erstellt werden",
    rows_one: "{{count}} Zahlung",
    rows_other: "{{count}} Zahlungen",
  },
} satisfies InTwoForms<typeof english>
