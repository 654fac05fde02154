import type { payments as english } from "../en/payments"
import type { InTwoForms } from "../translation"

export const payments = {
  title: "Pagamenti crypto",
  attentionTitle: "Pagamenti crypto: da gestire",
  tabs: {
    payments: "Pagamenti",
    attention: "Da gestire",
    open_one: "{{count}} caso aperto",
    open_other: "{{count}} casi aperti",
  },
  fields: {
    payment: "Pagamento",
    status: "Stato",
    order: "Ordine",
    email: "Email",
    amount: "Importo",
    asset: "Criptovaluta",
    paidIn: "In criptovaluta",
    connection: "Connessione",
    mode: "Modalità",
    created: "Creato",
  },
  search: "ID pagamento, indirizzo, ordine o email",
  modes: {
    live: "Live",
    test: "Test",
  },
  test: "Test",
  superseded: "Sostituito",
  supersededHint: "Una quotazione più recente ha preso il suo posto. Viene comunque tenuto d'occhio.",
  confirmations_one: "{{count}} conferma",
  confirmations_other: "{{count}} conferme",
  openPayment: "Apri il pagamento {{id}}",
  openOrder: "Apri l'ordine {{order}}",
  removeFilter: "Rimuovi filtro: {{filter}}",
  networks: {
    bitcoin: "Bitcoin",
    litecoin: "Litecoin",
    dogecoin: "Dogecoin",
    dash: "Dash",
    base: "Base",
    polygon: "Polygon",
  },
  order: {
    label: "Ordina",
    newestFirst: "Prima i più recenti",
    oldestFirst: "Prima i meno recenti",
  },
  empty: {
    title: "Ancora nessun pagamento",
    description: "Appena un acquirente sceglie di pagare in crypto, il pagamento appare qui.",
  },
  noResults: {
    title: "Nessun risultato",
    description:
      "Cambia la ricerca o i filtri. Un ID pagamento o un indirizzo può essere troncato alla fine; un indirizzo email deve essere completo.",
  },
  failure: {
    payments: "Non è stato possibile caricare i pagamenti",
    unreachable: "Il server non è raggiungibile. Riprova tra poco.",
    retry: "Riprova",
  },
  export: {
    action: "Esporta",
    running: "Preparazione del file CSV…",
    done: "Il file CSV è pronto",
    failed: "Non è stato possibile creare il file CSV",
    rows_one: "{{count}} pagamento",
    rows_other: "{{count}} pagamenti",
  },
} satisfies InTwoForms<typeof english>
