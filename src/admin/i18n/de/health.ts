import type { health as english } from "../en/health"
import type { InTwoForms } from "../translation"

export const health = {
  title: "Zustand der Zahlungen",
  state: {
    ok: "Zahlungen laufen",
    degraded: "Zahlungen laufen, aber nicht wie sie sollten",
    failing: "Zahlungen sind gestört",
  },
  level: { degraded: "Beeinträchtigt", failing: "Gestört" },
  unknown: "Der Zustand der Zahlungen konnte nicht gelesen werden.",
  unnamed: "Etwas stimmt nicht",
  lastEvent: "Letztes Ereignis <when />",
  noEvent: "Noch kein Ereignis empfangen",
  since: "Seit: <when />",
  until: "Bis <when />",
  payments_one: "{{count}} Zahlung",
  payments_other: "{{count}} Zahlungen",
  events_one: "{{count}} Ereignis",
  events_other: "{{count}} Ereignisse",
  waiting_one: "{{count}} Bestellung wartet auf ihre Zahlung",
  waiting_other: "{{count}} Bestellungen warten auf ihre Zahlung",
  oldestWaiting: "Älteste aufgegeben <when />",
  links: { connection: "Verbindung öffnen", payments: "Zahlungen anzeigen", attention: "Offene Fälle anzeigen" },
  reasons: {
    no_connection: {
      title: "Kein Zahlungsanbieter registriert",
      message:
        "Kein Zahlungsanbieter dieses Plugins ist registriert, daher kann niemand mit Krypto bezahlen. Registrieren Sie ihn in medusa-config, wie es die README zeigt, und starten Sie Medusa neu.",
    },
    connection_missing: {
      title: "Zahlungen warten auf eine Verbindung, die nicht registriert ist",
      message:
        "Zahlungen warten auf eine Verbindung, die in medusa-config nicht registriert ist, weil sie entfernt oder umbenannt wurde. Käufer können sie nicht bezahlen, und Geld, das dafür eingeht, wird nicht gefunden. Registrieren Sie sie wieder unter derselben ID und starten Sie Medusa neu: Alles, was wartet, wird innerhalb von zwei Minuten aufgenommen.",
    },
    setup_incomplete: {
      title: "Noch nicht eingerichtet",
      message:
        "Diese Verbindung nimmt noch keine Zahlungen an: Einstellungen fehlen oder passen nicht zusammen. Geben Sie ein, was ihre Seite nennt.",
    },
    secrets_unreadable: {
      title: "Gespeicherte Secrets lassen sich nicht öffnen",
      message:
        "Im Admin eingegebene Secrets lassen sich mit keinem Schlüssel des Servers öffnen. Setzen Sie den früheren Schlüssel wieder ein, oder geben Sie die Secrets neu ein.",
    },
    keys_refused: {
      title: "Der Dienst lehnt die Schlüssel ab",
      message:
        "Der Dienst lehnt die Schlüssel dieser Verbindung ab, daher können Käufer nicht bezahlen. Kopieren Sie die Schlüssel erneut aus dem Händler-Dashboard und testen Sie dann die Verbindung.",
    },
    store_disabled: {
      title: "Der Shop ist beim Dienst abgeschaltet",
      message:
        "Der Shop ist beim Dienst abgeschaltet, daher können Käufer nicht bezahlen. Schalten Sie ihn im Händler-Dashboard ein und testen Sie dann die Verbindung.",
    },
    throttled: {
      title: "Der Dienst bittet zu warten",
      message:
        "Der Dienst bat darum, eine Weile in Ruhe gelassen zu werden; bis dahin wird ihm nichts gesendet. Es geht von selbst weiter. Kommt es oft vor, senken Sie lookupsPerMinute.",
    },
    service_failing: {
      title: "Der Dienst antwortet nicht, wie er sollte",
      message:
        "Aufrufe des Dienstes schlagen fehl, daher können Käufer womöglich nicht bezahlen. Sie werden von selbst wiederholt. Hält es an, testen Sie die Verbindung und fragen Sie den Dienst.",
    },
    webhooks_lost: {
      title: "Ereignisse kommen nicht an",
      message:
        "Zahlungen wurden durch Nachfragen beim Dienst gefunden, und ihre Ereignisse kamen nie an, daher warten Käufer länger als nötig. Vergleichen Sie die Webhook-URL auf der Seite der Verbindung mit dem Händler-Dashboard, und stellen Sie sicher, dass sie von außen erreichbar ist.",
    },
    webhooks_refused: {
      title: "Ereignisse werden abgewiesen",
      message:
        "Zahlungen wurden durch Nachfragen beim Dienst gefunden, und die letzte Zustellung wurde abgewiesen, daher warten Käufer länger als nötig. Vergleichen Sie das Endpoint-Secret mit dem Händler-Dashboard. Ist die Signatur veraltet, stellen Sie die Uhr des Servers.",
    },
    sweep_stands_still: {
      title: "Die Hintergrundarbeit steht still",
      message:
        "Arbeit ist fällig und wird nicht getan: verlorene Ereignisse, Wiederholungen und späte Zahlungen warten. Stellen Sie sicher, dass ein Medusa im Modus shared oder worker läuft und sein Log keine Fehler zeigt. Wenn ja, starten Sie es neu; das bringt auch einen Zeitplan zurück, den Redis verloren hat. Nach sehr vielen Zahlungen auf einmal holt es von selbst auf, mit einem weiteren Worker schneller.",
    },
    paid_not_settled: {
      title: "Bezahlt, aber noch auf keiner Bestellung",
      message:
        "Geld ist angekommen und noch auf keiner Bestellung, was nur Sekunden dauern sollte. Es wird von selbst erneut versucht. Das Log des Servers nennt den Grund. Nach sehr vielen Zahlungen auf einmal werden Bestellungen der Reihe nach erfasst, mit einem weiteren Worker schneller.",
    },
    settling_fails: {
      title: "Das Verbuchen schlägt fehl",
      message:
        "Eine Störung im Shop hält angekommenes Geld von seinen Bestellungen fern. Öffnen Sie die offenen Fälle, beheben Sie, was dort steht, und versuchen Sie es erneut.",
    },
    events_failing: {
      title: "Ereignisse können nicht verarbeitet werden",
      message:
        "Eine Störung im Shop verhindert, dass Ereignisse des Dienstes verarbeitet werden. Öffnen Sie die offenen Fälle, beheben Sie, was dort steht, und versuchen Sie es erneut.",
    },
    clock_off: {
      title: "Die Uhren gehen auseinander",
      message:
        "Die Uhren dieses Servers und seiner Datenbank gehen auseinander. Signierte Ereignisse können abgewiesen werden, und Arbeit kann sich verspäten. Stellen Sie beide per NTP.",
    },
  },
} satisfies InTwoForms<typeof english>
