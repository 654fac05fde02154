import type { payments as english } from "../en/payments"
import type { InFourForms } from "../translation"

export const payments = {
  title: "Płatności krypto",
  attentionTitle: "Płatności krypto: do wyjaśnienia",
  tabs: {
    payments: "Płatności",
    attention: "Do wyjaśnienia",
    open_one: "{{count}} otwarta sprawa",
    open_few: "{{count}} otwarte sprawy",
    open_many: "{{count}} otwartych spraw",
    open_other: "{{count}} otwartej sprawy",
  },
  fields: {
    payment: "Płatność",
    status: "Status",
    order: "Zamówienie",
    email: "E-mail",
    amount: "Kwota",
    asset: "Kryptowaluta",
    paidIn: "W krypto",
    connection: "Połączenie",
    mode: "Tryb",
    created: "Utworzono",
  },
  search: "ID płatności, adres, zamówienie lub e-mail",
  modes: {
    live: "Produkcja",
    test: "Test",
  },
  test: "Test",
  superseded: "Zastąpiono",
  supersededHint: "Jej miejsce zajęła nowsza wycena. Mimo to jest nadal obserwowana.",
  confirmations_one: "{{count}} potwierdzenie",
  confirmations_few: "{{count}} potwierdzenia",
  confirmations_many: "{{count}} potwierdzeń",
  confirmations_other: "{{count}} potwierdzenia",
  openPayment: "Otwórz płatność {{id}}",
  openOrder: "Otwórz zamówienie {{order}}",
  removeFilter: "Usuń filtr: {{filter}}",
  networks: {
    bitcoin: "Bitcoin",
    litecoin: "Litecoin",
    dogecoin: "Dogecoin",
    dash: "Dash",
    base: "Base",
    polygon: "Polygon",
  },
  order: {
    label: "Sortuj",
    newestFirst: "Od najnowszych",
    oldestFirst: "Od najstarszych",
  },
  empty: {
    title: "Brak płatności",
    description: "Gdy kupujący wybierze płatność kryptowalutą, pojawi się ona tutaj.",
  },
  noResults: {
    title: "Brak wyników",
    description:
      "Zmień wyszukiwanie lub filtry. ID płatności lub adres może być ucięty na końcu; adres e-mail musi być pełny.",
  },
  failure: {
    payments: "Nie udało się załadować płatności",
    unreachable: "Nie udało się połączyć z serwerem. Spróbuj ponownie za chwilę.",
    retry: "Spróbuj ponownie",
  },
  export: {
    action: "Eksportuj",
    running: "Przygotowywanie pliku CSV…",
    done: "Plik CSV jest gotowy",
    failed: "Nie udało się utworzyć pliku CSV",
    rows_one: "{{count}} płatność",
    rows_few: "{{count}} płatności",
    rows_many: "{{count}} płatności",
    rows_other: "{{count}} płatności",
  },
} satisfies InFourForms<typeof english>
