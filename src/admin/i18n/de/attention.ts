import type { attention as english } from "../en/attention"
import type { InTwoForms } from "../translation"

export const attention = {
  title: "Offene Fälle",
  unnamed: "Handlungsbedarf",
  detail: "Angegebener Grund:",
  noOrder: "Keine Bestellung",
  waiting: "Wartet",
  failure: "Die offenen Fälle konnten nicht geladen werden",
  empty: {
    title: "Alles in Ordnung",
    description:
      "Keine Zahlung braucht Sie. Was sich nicht von selbst verbuchen lässt, erscheint hier, zusammen mit dem, was sich tun lässt.",
  },
  event: {
    kind: "Ereignis",
    id: "Ereignis-ID",
    unnamed: "Unbenanntes Ereignis",
    received: "Empfangen",
    attempts: "Versuche",
    nextAttempt: "Nächster Versuch",
    body: "Was der Dienst gesendet hat",
  },
  reasons: {
    session_gone: {
      title: "Bezahlt, aber keine Bestellung wartet auf dieses Geld",
      message:
        "Der Warenkorb wurde geändert oder verlassen, nachdem die Adresse angezeigt wurde. Bitten Sie den Käufer, den Bezahlvorgang mit derselben Summe abzuschließen, oder senden Sie das Geld zurück und tragen Sie die Auszahlung ein.",
    },
    amount_differs: {
      title: "Bezahlt, aber jetzt wird ein anderer Betrag verlangt",
      message:
        "Die Bestellung schuldet inzwischen weniger, oder es wird ein anderer Betrag oder eine andere Währung verlangt, als angeboten wurde. Vergleichen Sie beide, ändern Sie die Bestellung und versuchen Sie es erneut, oder senden Sie das Geld zurück und tragen Sie die Auszahlung ein.",
    },
    cart_total_differs: {
      title: "Bezahlt, aber die Summe des Warenkorbs hat sich geändert",
      message:
        "Der Warenkorb hat einen anderen Wert als den gezahlten. Vergleichen Sie beide und versuchen Sie es erneut, oder senden Sie das Geld zurück und tragen Sie die Auszahlung ein.",
    },
    another_session_open: {
      title: "Bezahlt, aber für denselben Warenkorb ist eine weitere Zahlung offen",
      message:
        "Für den Warenkorb ist noch eine andere Zahlungssitzung offen. Entfernen Sie diese und versuchen Sie es erneut.",
    },
    cart_will_not_complete: {
      title: "Bezahlt, aber aus dem Warenkorb kann keine Bestellung werden",
      message:
        "Beheben Sie, was der Grund unten nennt, und versuchen Sie es erneut. Es wird auch von selbst erneut versucht.",
    },
    no_order: {
      title: "Bezahlt, aber ohne Warenkorb und Bestellung",
      message:
        "Für dieses Geld gibt es weder einen Warenkorb noch eine Bestellung: Der Warenkorb wurde gelöscht. Senden Sie das Geld zurück und tragen Sie die Auszahlung ein, oder klären Sie es mit dem Käufer und schließen Sie den Fall mit einer Notiz.",
    },
    order_canceled: {
      title: "Bezahlt, nachdem die Bestellung storniert war",
      message: "Senden Sie das Geld zurück und tragen Sie die Auszahlung ein.",
    },
    order_paid_otherwise: {
      title: "Bezahlt, aber die Bestellung schuldet nichts",
      message:
        "Die Bestellung schuldet nichts mehr: Sie wurde auf anderem Weg bezahlt oder gutgeschrieben. Senden Sie dieses Geld zurück und tragen Sie die Auszahlung ein.",
    },
    payout_due: {
      title: "Bestellung storniert, Geld zurückzusenden",
      message:
        "Die Bestellung wurde nach der Zahlung storniert, und das Geld ist noch in Ihrer Wallet. Senden Sie es zurück und tragen Sie die Auszahlung ein.",
    },
    order_overpaid: {
      title: "Es wurde mehr bezahlt, als die Bestellung kostet",
      message:
        "Die Bestellung wurde nach der Zahlung günstiger oder zusätzlich auf anderem Weg bezahlt. Senden Sie den Unterschied zurück und tragen Sie die Auszahlung ein.",
    },
    partly_sent_back: {
      title: "Teilweise zurückgesendet",
      message:
        "Ein Teil dieses Geldes wurde zurückgesendet, daher kann keine Bestellung den Rest annehmen. Senden Sie den Rest zurück und tragen Sie die Auszahlung ein, oder schließen Sie den Fall mit einer Notiz.",
    },
    test_money: {
      title: "Mit Testmünzen bezahlt",
      message:
        "Der Käufer hat mit Testmünzen bezahlt. Sie sind nichts wert, und die Bestellung oder der Warenkorb muss mit echtem Geld bezahlt werden; deshalb wurden sie auf keine Bestellung verbucht. Schließen Sie dies mit einer Notiz.",
    },
    other_account: {
      title: "Mit anderen Schlüsseln bezahlt als den jetzigen",
      message:
        "Der Käufer hat eine Anforderung bezahlt, die mit einem anderen API-Key oder einer anderen Basis-URL gestellt wurde, als die Verbindung jetzt hat; meist wurden inzwischen die Schlüssel gewechselt. Prüfen Sie im Händler-Dashboard, ob das Geld da ist, und verbuchen Sie es dann auf die Bestellung, oder senden Sie es zurück und tragen Sie die Auszahlung ein. Sind die früheren Schlüssel wieder eingetragen, kann es erneut versucht werden.",
    },
    connection_gone: {
      title: "Die Verbindung ist nicht registriert",
      message:
        "Die Verbindung ist in medusa-config nicht registriert. Deshalb kann ihr Dienst nicht gefragt werden, und keine Bestellung kann ihr Geld aufnehmen. Registrieren Sie sie wieder unter derselben ID und starten Sie Medusa neu: Alles, was wartet, wird innerhalb von zwei Minuten aufgenommen.",
    },
    settling_failed: {
      title: "Bezahlt, aber noch nicht auf der Bestellung",
      message:
        "Eine Störung im Shop hat verhindert, dass die Zahlung auf die Bestellung kam. Es wird von selbst erneut versucht.",
    },
    event_failed: {
      title: "Ein Ereignis konnte nicht verarbeitet werden",
      message:
        "Der Dienst hat eine Zahlung gemeldet, und eine Störung im Shop hat verhindert, dass das Ereignis verarbeitet wurde. Es wird von selbst erneut versucht.",
    },
    unknown_payment: {
      title: "Der Dienst hat eine Zahlung gemeldet, die dieser Shop nie angefordert hat",
      message:
        "Vergleichen Sie das Gesendete mit dem Händler-Dashboard Ihres Dienstes. Gehört es nicht zu Ihnen, schließen Sie den Fall mit einer Notiz.",
    },
  },
} satisfies InTwoForms<typeof english>
