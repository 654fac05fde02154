import type { attention as english } from "../en/attention"
import type { InFourForms } from "../translation"

export const attention = {
  title: "Otwarte sprawy",
  unnamed: "Wymaga uwagi",
  detail: "Podany powód:",
  noOrder: "Brak zamówienia",
  waiting: "Czeka",
  failure: "Nie udało się załadować otwartych spraw",
  empty: {
    title: "Wszystko w porządku",
    description:
      "Żadna płatność nie wymaga Twojej uwagi. To, czego nie da się zaksięgować automatycznie, pojawia się tutaj wraz z tym, co można zrobić.",
  },
  event: {
    kind: "Zdarzenie",
    id: "ID zdarzenia",
    unnamed: "Zdarzenie bez nazwy",
    received: "Odebrano",
    attempts: "Próby",
    nextAttempt: "Następna próba",
    body: "Co wysłała usługa",
  },
  reasons: {
    session_gone: {
      title: "Zapłacono, ale żadne zamówienie nie czeka na te pieniądze",
      message:
        "Koszyk został zmieniony lub porzucony po pokazaniu adresu. Poproś kupującego o sfinalizowanie zamówienia na tę samą kwotę albo odeślij pieniądze i zapisz wypłatę.",
    },
    amount_differs: {
      title: "Zapłacono, ale teraz wymagana jest inna kwota",
      message:
        "Należność jest teraz mniejsza albo wymagana jest inna kwota lub waluta niż w wycenie. Porównaj je, zmień zamówienie i spróbuj ponownie albo odeślij pieniądze i zapisz wypłatę.",
    },
    cart_total_differs: {
      title: "Zapłacono, ale suma koszyka się zmieniła",
      message:
        "Koszyk jest wart inną kwotę niż zapłacona. Porównaj je, a potem spróbuj ponownie albo odeślij pieniądze i zapisz wypłatę.",
    },
    another_session_open: {
      title: "Zapłacono, ale dla tego samego koszyka otwarta jest inna płatność",
      message: "Koszyk ma też otwartą inną sesję płatności. Usuń ją, a potem spróbuj ponownie.",
    },
    cart_will_not_complete: {
      title: "Zapłacono, ale koszyk nie może stać się zamówieniem",
      message:
        "Napraw to, co wskazuje powód poniżej, a potem spróbuj ponownie. Próba jest też ponawiana automatycznie.",
    },
    no_order: {
      title: "Zapłacono, ale nie ma koszyka ani zamówienia",
      message:
        "Dla tych pieniędzy nie ma ani koszyka, ani zamówienia: koszyk usunięto. Odeślij pieniądze i zapisz wypłatę albo uzgodnij to z kupującym i zamknij to z notatką.",
    },
    order_canceled: {
      title: "Zapłacono po anulowaniu zamówienia",
      message: "Odeślij pieniądze i zapisz wypłatę.",
    },
    order_paid_otherwise: {
      title: "Zapłacono, ale nic nie jest należne",
      message:
        "Za zamówienie nic już nie jest należne: opłacono je lub uznano w inny sposób. Odeślij te pieniądze i zapisz wypłatę.",
    },
    payout_due: {
      title: "Zamówienie anulowane, pieniądze do odesłania",
      message: "Zamówienie anulowano po zapłacie, a pieniądze są nadal w Twoim portfelu. Odeślij je i zapisz wypłatę.",
    },
    order_overpaid: {
      title: "Zapłacono więcej, niż wynosi zamówienie",
      message:
        "Zamówienie staniało po zapłacie albo opłacono je także w inny sposób. Odeślij różnicę i zapisz wypłatę.",
    },
    partly_sent_back: {
      title: "Częściowo odesłano",
      message:
        "Część tych pieniędzy odesłano, więc żadne zamówienie nie może przyjąć reszty. Odeślij resztę i zapisz wypłatę albo zamknij to z notatką.",
    },
    test_money: {
      title: "Zapłacono monetami testowymi",
      message:
        "Kupujący zapłacił monetami testowymi. Nie mają one żadnej wartości, a zamówienie lub koszyk trzeba opłacić prawdziwymi pieniędzmi, więc nie przyjęło ich żadne zamówienie. Zamknij tę sprawę z notatką.",
    },
    other_account: {
      title: "Zapłacono z innymi kluczami niż obecne",
      message:
        "Kupujący opłacił żądanie utworzone z innym API key lub innym bazowym URL niż te, które połączenie ma teraz, najczęściej dlatego, że klucze w międzyczasie zmieniono. Sprawdź w panelu sprzedawcy, czy pieniądze tam są, a potem zaksięguj je na zamówieniu albo odeślij je i zapisz wypłatę. Po przywróceniu poprzednich kluczy można spróbować ponownie.",
    },
    connection_gone: {
      title: "Połączenie nie jest zarejestrowane",
      message:
        "Połączenie nie jest zarejestrowane w medusa-config, więc nie można zapytać jego usługi i żadne zamówienie nie może przyjąć jego pieniędzy. Zarejestruj je ponownie pod tym samym identyfikatorem i uruchom Medusę ponownie: wszystko, co czeka, zostanie podjęte w ciągu dwóch minut.",
    },
    settling_failed: {
      title: "Zapłacono, ale jeszcze nie ma tego na zamówieniu",
      message: "Awaria w sklepie sprawiła, że płatność nie trafiła na zamówienie. Próba jest ponawiana automatycznie.",
    },
    event_failed: {
      title: "Nie udało się przetworzyć zdarzenia",
      message:
        "Usługa zgłosiła płatność, ale awaria w sklepie uniemożliwiła przetworzenie zdarzenia. Próba jest ponawiana automatycznie.",
    },
    unknown_payment: {
      title: "Usługa zgłosiła płatność, o którą ten sklep nigdy nie prosił",
      message: "Porównaj to, co wysłała, z panelem sprzedawcy swojej usługi. Jeśli to nie Twoje, zamknij to z notatką.",
    },
  },
} satisfies InFourForms<typeof english>
