import type { health as english } from "../en/health"
import type { InTwoForms } from "../translation"

export const health = {
  title: "Toestand van de betalingen",
  state: {
    ok: "Betalingen lopen",
    degraded: "Betalingen lopen, maar niet zoals het hoort",
    failing: "Betalingen zijn verstoord",
  },
  level: { degraded: "Verminderd", failing: "Verstoord" },
  unknown: "De toestand van de betalingen kon niet worden gelezen.",
  unnamed: "Er is iets mis",
  lastEvent: "Laatste gebeurtenis <when />",
  noEvent: "Nog geen gebeurtenis ontvangen",
  since: "Sinds: <when />",
  until: "Tot <when />",
  payments_one: "{{count}} betaling",
  payments_other: "{{count}} betalingen",
  events_one: "{{count}} gebeurtenis",
  events_other: "{{count}} gebeurtenissen",
  waiting_one: "{{count}} bestelling wacht op betaling",
  waiting_other: "{{count}} bestellingen wachten op betaling",
  oldestWaiting: "Oudste geplaatst: <when />",
  links: { connection: "Verbinding openen", payments: "Betalingen tonen", attention: "Open gevallen tonen" },
  reasons: {
    no_connection: {
      title: "Er is geen provider geregistreerd",
      message:
        "Er is geen betalingsprovider van deze plugin geregistreerd, dus niemand kan met crypto betalen. Registreer hem in medusa-config zoals de README laat zien en herstart Medusa.",
    },
    connection_missing: {
      title: "Betalingen wachten op een verbinding die niet is geregistreerd",
      message:
        "Betalingen wachten op een verbinding die niet in medusa-config is geregistreerd, omdat ze is verwijderd of hernoemd. Kopers kunnen ze niet betalen en geld dat ervoor binnenkomt, wordt niet gevonden. Registreer haar weer onder dezelfde id en herstart Medusa: alles wat wacht, wordt binnen twee minuten opgepakt.",
    },
    setup_incomplete: {
      title: "Nog niet ingesteld",
      message:
        "Deze verbinding neemt nog geen betalingen aan: instellingen ontbreken of passen niet bij elkaar. Voer in wat haar pagina noemt.",
    },
    secrets_unreadable: {
      title: "Opgeslagen geheimen kunnen niet worden geopend",
      message:
        "Geen enkele versleutelingssleutel van de server opent de geheimen die in de admin zijn ingevoerd. Zet de vorige sleutel terug of voer de geheimen opnieuw in.",
    },
    keys_refused: {
      title: "De dienst weigert de sleutels",
      message:
        "De dienst weigert de sleutels van deze verbinding, dus kopers kunnen niet betalen. Kopieer de sleutels opnieuw uit het verkopersdashboard en test daarna de verbinding.",
    },
    store_disabled: {
      title: "De winkel is bij de dienst uitgeschakeld",
      message:
        "De winkel is bij de dienst uitgeschakeld, dus kopers kunnen niet betalen. Schakel hem in het verkopersdashboard in en test daarna de verbinding.",
    },
    throttled: {
      title: "De dienst vraagt om te wachten",
      message:
        "De dienst vroeg om een tijd te wachten; tot dan wordt er niets gestuurd. Het gaat vanzelf verder. Gebeurt het vaak, verlaag dan lookupsPerMinute.",
    },
    service_failing: {
      title: "De dienst antwoordt niet zoals het hoort",
      message:
        "Aanroepen van de dienst mislukken, dus klanten kunnen misschien niet betalen. Het wordt vanzelf opnieuw geprobeerd. Houdt het aan, test dan de verbinding en vraag de dienst.",
    },
    webhooks_lost: {
      title: "Gebeurtenissen komen niet aan",
      message:
        "Betalingen zijn gevonden door de dienst te vragen en hun gebeurtenissen kwamen nooit aan, dus kopers wachten langer dan nodig. Vergelijk de webhook-URL op de pagina van de verbinding met het verkopersdashboard en controleer of die van buitenaf bereikbaar is.",
    },
    webhooks_refused: {
      title: "Gebeurtenissen worden geweigerd",
      message:
        "Betalingen zijn gevonden door de dienst te vragen en de laatste levering is geweigerd, dus kopers wachten langer dan nodig. Vergelijk het endpoint secret met het verkopersdashboard. Is de handtekening verouderd, zet dan de klok van de server gelijk.",
    },
    sweep_stands_still: {
      title: "Het achtergrondwerk staat stil",
      message:
        "Er moet werk worden gedaan en dat gebeurt niet: verloren gebeurtenissen, herhalingen en late betalingen wachten. Controleer of er een Medusa in de modus shared of worker draait en of het log geen fouten toont. Zo ja, herstart die: dat brengt ook een planning terug die Redis kwijt is. Na heel veel betalingen tegelijk loopt het vanzelf weer in, en sneller met een extra worker.",
    },
    paid_not_settled: {
      title: "Betaald, maar nog op geen bestelling",
      message:
        "Er is geld binnen dat nog op geen bestelling staat, wat seconden zou moeten duren. Het wordt vanzelf opnieuw geprobeerd. Het log van de server zegt wat het tegenhoudt. Na heel veel betalingen tegelijk worden bestellingen om de beurt verwerkt, en sneller met een extra worker.",
    },
    settling_fails: {
      title: "Het verwerken van betalingen mislukt",
      message:
        "Een storing in de winkel houdt binnengekomen geld van zijn bestellingen af. Open de gevallen die aandacht vragen, herstel wat ze noemen en probeer het opnieuw.",
    },
    events_failing: {
      title: "Gebeurtenissen kunnen niet worden verwerkt",
      message:
        "Door een storing in de winkel kunnen gebeurtenissen van de dienst niet worden verwerkt. Open de gevallen die aandacht vragen, herstel wat ze noemen en probeer het opnieuw.",
    },
    clock_off: {
      title: "De klokken lopen uiteen",
      message:
        "De klokken van deze server en zijn database lopen uiteen. Ondertekende gebeurtenissen kunnen worden geweigerd en werk kan te laat komen. Zet beide gelijk met NTP.",
    },
  },
} satisfies InTwoForms<typeof english>
