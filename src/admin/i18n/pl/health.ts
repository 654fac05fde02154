import type { health as english } from "../en/health"
import type { InFourForms } from "../translation"

export const health = {
  title: "Stan płatności",
  state: {
    ok: "Płatności działają",
    degraded: "Płatności działają, ale nie tak, jak powinny",
    failing: "Płatności mają poważny problem",
  },
  level: { degraded: "Pogorszony", failing: "Awaria" },
  unknown: "Nie udało się odczytać stanu płatności.",
  unnamed: "Coś jest nie tak",
  lastEvent: "Ostatnie zdarzenie <when />",
  noEvent: "Nie dotarło jeszcze żadne zdarzenie",
  since: "Od: <when />",
  until: "Do <when />",
  payments_one: "{{count}} płatność",
  payments_few: "{{count}} płatności",
  payments_many: "{{count}} płatności",
  payments_other: "{{count}} płatności",
  events_one: "{{count}} zdarzenie",
  events_few: "{{count}} zdarzenia",
  events_many: "{{count}} zdarzeń",
  events_other: "{{count}} zdarzenia",
  waiting_one: "{{count}} zamówienie czeka na płatność",
  waiting_few: "{{count}} zamówienia czekają na płatność",
  waiting_many: "{{count}} zamówień czeka na płatność",
  waiting_other: "{{count}} zamówienia czeka na płatność",
  oldestWaiting: "Najstarsze złożono <when />",
  links: { connection: "Otwórz połączenie", payments: "Pokaż płatności", attention: "Pokaż otwarte sprawy" },
  reasons: {
    no_connection: {
      title: "Nie zarejestrowano żadnego dostawcy",
      message:
        "Nie zarejestrowano żadnego dostawcy płatności tej wtyczki, więc nikt nie może zapłacić kryptowalutą. Zarejestruj go w medusa-config, jak pokazuje README, i uruchom Medusę ponownie.",
    },
    connection_missing: {
      title: "Płatności czekają na połączenie, które nie jest zarejestrowane",
      message:
        "Płatności czekają na połączenie, które nie jest zarejestrowane w medusa-config, ponieważ je usunięto lub zmieniono jego nazwę. Kupujący nie mogą ich opłacić, a pieniądze, które wpłyną, nie zostaną znalezione. Zarejestruj je ponownie pod tym samym identyfikatorem i uruchom Medusę ponownie: wszystko, co czeka, zostanie podjęte w ciągu dwóch minut.",
    },
    setup_incomplete: {
      title: "Jeszcze nie skonfigurowano",
      message:
        "To połączenie nie przyjmuje jeszcze płatności: brakuje ustawień albo nie pasują do siebie. Wprowadź to, co wskazuje jego strona.",
    },
    secrets_unreadable: {
      title: "Nie można otworzyć zapisanych sekretów",
      message:
        "Żaden klucz szyfrowania serwera nie otwiera sekretów wprowadzonych w panelu. Przywróć poprzedni klucz albo wprowadź sekrety ponownie.",
    },
    keys_refused: {
      title: "Usługa odrzuca klucze",
      message:
        "Usługa odrzuca klucze tego połączenia, więc kupujący nie mogą płacić. Skopiuj klucze ponownie z panelu sprzedawcy, a potem przetestuj połączenie.",
    },
    store_disabled: {
      title: "Sklep jest wyłączony w usłudze",
      message:
        "Sklep jest wyłączony w usłudze, więc kupujący nie mogą płacić. Włącz go w panelu sprzedawcy, a potem przetestuj połączenie.",
    },
    throttled: {
      title: "Usługa prosi o odczekanie",
      message:
        "Usługa poprosiła o odczekanie; do tego czasu nic nie jest do niej wysyłane. Praca ruszy dalej sama. Jeśli zdarza się to często, zmniejsz lookupsPerMinute.",
    },
    service_failing: {
      title: "Usługa nie odpowiada tak, jak powinna",
      message:
        "Wywołania usługi kończą się niepowodzeniem, więc kupujący mogą nie móc zapłacić. Próby są ponawiane automatycznie. Jeśli to potrwa, przetestuj połączenie i zapytaj usługę.",
    },
    webhooks_lost: {
      title: "Zdarzenia nie docierają",
      message:
        "Płatności znaleziono, pytając usługę, a ich zdarzenia nigdy nie dotarły, więc kupujący czekają dłużej, niż powinni. Porównaj URL webhooka na stronie połączenia z panelem sprzedawcy i sprawdź, czy jest osiągalny z zewnątrz.",
    },
    webhooks_refused: {
      title: "Zdarzenia są odrzucane",
      message:
        "Płatności znaleziono, pytając usługę, a ostatnia dostawa została odrzucona, więc kupujący czekają dłużej, niż powinni. Porównaj endpoint secret z panelem sprzedawcy. Jeśli podpis jest przeterminowany, ustaw zegar serwera.",
    },
    sweep_stands_still: {
      title: "Praca w tle stoi w miejscu",
      message:
        "Jest praca do wykonania i nikt jej nie wykonuje: czekają zgubione zdarzenia, ponowienia i spóźnione płatności. Sprawdź, czy działa Medusa w trybie shared lub worker i czy w jej logu nie ma błędów. Jeśli tak, uruchom ją ponownie; to przywraca też harmonogram, który zgubił Redis. Po bardzo wielu płatnościach naraz zaległości nadrabiają się same, a szybciej z dodatkowym workerem.",
    },
    paid_not_settled: {
      title: "Zapłacono, ale pieniędzy nie ma jeszcze na zamówieniu",
      message:
        "Dotarły pieniądze, których nie ma jeszcze na żadnym zamówieniu, a powinno to trwać sekundy. Próba jest ponawiana automatycznie. Log serwera mówi, co je zatrzymuje. Po bardzo wielu płatnościach naraz zamówienia są rozliczane po kolei, a szybciej z dodatkowym workerem.",
    },
    settling_fails: {
      title: "Rozliczanie płatności się nie udaje",
      message:
        "Awaria w sklepie nie pozwala przypisać otrzymanych pieniędzy do zamówień. Otwórz sprawy do wyjaśnienia, napraw to, co wskazują, i spróbuj ponownie.",
    },
    events_failing: {
      title: "Nie można przetworzyć zdarzeń",
      message:
        "Awaria w sklepie uniemożliwia przetwarzanie zdarzeń usługi. Otwórz sprawy do wyjaśnienia, napraw to, co wskazują, i spróbuj ponownie.",
    },
    clock_off: {
      title: "Zegary się rozchodzą",
      message:
        "Zegary tego serwera i jego bazy danych się rozchodzą. Podpisane zdarzenia mogą być odrzucane, a praca może się opóźniać. Ustaw oba przez NTP.",
    },
  },
} satisfies InFourForms<typeof english>
