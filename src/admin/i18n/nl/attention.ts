import type { attention as english } from "../en/attention"
import type { InTwoForms } from "../translation"

export const attention = {
  title: "Open gevallen",
  unnamed: "Aandacht nodig",
  detail: "Opgegeven reden:",
  noOrder: "Geen bestelling",
  waiting: "Wacht",
  failure: "De open gevallen konden niet worden geladen",
  empty: {
    title: "Alles in orde",
    description:
      "Geen betaling heeft je nodig. Wat niet vanzelf kan worden geboekt, verschijnt hier, met wat eraan te doen is.",
  },
  event: {
    kind: "Gebeurtenis",
    id: "Gebeurtenis-ID",
    unnamed: "Naamloze gebeurtenis",
    received: "Ontvangen",
    attempts: "Pogingen",
    nextAttempt: "Volgende poging",
    body: "Wat de dienst heeft gestuurd",
  },
  reasons: {
    session_gone: {
      title: "Betaald, maar geen bestelling wacht op dit geld",
      message:
        "De winkelwagen is gewijzigd of verlaten nadat het adres was getoond. Vraag de koper om af te rekenen met hetzelfde totaal, of stuur het geld terug en leg de uitbetaling vast.",
    },
    amount_differs: {
      title: "Betaald, maar nu wordt een ander bedrag gevraagd",
      message:
        "Er is inmiddels minder verschuldigd, of er wordt een ander bedrag of een andere valuta gevraagd dan in de koersofferte stond. Vergelijk de twee, wijzig de bestelling en probeer het opnieuw, of stuur het geld terug en leg de uitbetaling vast.",
    },
    cart_total_differs: {
      title: "Betaald, maar het totaal van de winkelwagen is veranderd",
      message:
        "De winkelwagen is een ander bedrag waard dan is betaald. Vergelijk de twee en probeer het opnieuw, of stuur het geld terug en leg de uitbetaling vast.",
    },
    another_session_open: {
      title: "Betaald, maar op dezelfde winkelwagen staat nog een betaling open",
      message: "Voor de winkelwagen staat ook een andere betalingssessie open. Verwijder die en probeer het opnieuw.",
    },
    cart_will_not_complete: {
      title: "Betaald, maar de winkelwagen kan geen bestelling worden",
      message: "Verhelp wat de reden hieronder noemt en probeer het opnieuw. Het wordt ook vanzelf opnieuw geprobeerd.",
    },
    no_order: {
      title: "Betaald, maar zonder winkelwagen en bestelling",
      message:
        "Voor dit geld is er geen winkelwagen en geen bestelling: de winkelwagen is verwijderd. Stuur het geld terug en leg de uitbetaling vast, of regel het met de koper en sluit dit met een notitie.",
    },
    order_canceled: {
      title: "Betaald nadat de bestelling was geannuleerd",
      message: "Stuur het geld terug en leg de uitbetaling vast.",
    },
    order_paid_otherwise: {
      title: "Betaald, maar er is niets verschuldigd",
      message:
        "Voor de bestelling is niets meer verschuldigd: ze is op een andere manier betaald of gecrediteerd. Stuur dit geld terug en leg de uitbetaling vast.",
    },
    payout_due: {
      title: "Bestelling geannuleerd, geld terug te sturen",
      message:
        "De bestelling is geannuleerd nadat die was betaald, en het geld staat nog in je wallet. Stuur het terug en leg de uitbetaling vast.",
    },
    order_overpaid: {
      title: "Er is meer betaald dan de bestelling kost",
      message:
        "De bestelling werd na de betaling goedkoper, of is ook op een andere manier betaald. Stuur het verschil terug en leg de uitbetaling vast.",
    },
    partly_sent_back: {
      title: "Gedeeltelijk teruggestuurd",
      message:
        "Een deel van dit geld is teruggestuurd, dus geen bestelling kan de rest aannemen. Stuur de rest terug en leg de uitbetaling vast, of sluit dit met een notitie.",
    },
    test_money: {
      title: "Betaald met testmunten",
      message:
        "De koper heeft met testmunten betaald. Ze zijn niets waard en de bestelling of winkelwagen moet met echt geld worden betaald, dus heeft geen bestelling ze aangenomen. Sluit dit met een notitie.",
    },
    other_account: {
      title: "Betaald met andere sleutels dan de huidige",
      message:
        "De koper heeft een verzoek betaald dat met een andere API key of basis-URL is gedaan dan de verbinding nu heeft, meestal omdat de sleutels intussen zijn gewijzigd. Controleer in het dashboard van de dienst of het geld er is en boek het dan op de bestelling, of stuur het terug en leg de uitbetaling vast. Met de vorige sleutels terug kan het opnieuw worden geprobeerd.",
    },
    connection_gone: {
      title: "De verbinding is niet geregistreerd",
      message:
        "De verbinding is niet geregistreerd in medusa-config, dus haar dienst kan niet worden gevraagd en geen bestelling kan haar geld aannemen. Registreer haar weer onder dezelfde id en herstart Medusa: alles wat wacht, wordt binnen twee minuten opgepakt.",
    },
    settling_failed: {
      title: "Betaald, maar nog niet op de bestelling",
      message:
        "Door een storing in de winkel kwam de betaling niet op de bestelling. Het wordt vanzelf opnieuw geprobeerd.",
    },
    event_failed: {
      title: "Een gebeurtenis kon niet worden verwerkt",
      message:
        "De dienst meldde een betaling, en door een storing in de winkel kon de gebeurtenis niet worden verwerkt. Het wordt vanzelf opnieuw geprobeerd.",
    },
    unknown_payment: {
      title: "De dienst meldde een betaling waar deze winkel nooit om heeft gevraagd",
      message:
        "Vergelijk wat er is gestuurd met het verkopersdashboard van je dienst. Is het niet van jou, sluit dit dan met een notitie.",
    },
  },
} satisfies InTwoForms<typeof english>
