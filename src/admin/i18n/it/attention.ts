import type { attention as english } from "../en/attention"
import type { InTwoForms } from "../translation"

export const attention = {
  title: "Casi aperti",
  unnamed: "Richiede attenzione",
  detail: "Motivo indicato:",
  noOrder: "Nessun ordine",
  waiting: "In attesa",
  failure: "Non è stato possibile caricare i casi aperti",
  empty: {
    title: "Tutto a posto",
    description:
      "Nessun pagamento ha bisogno di te. Ciò che non può essere accreditato da solo appare qui, con ciò che si può fare.",
  },
  event: {
    kind: "Evento",
    id: "ID evento",
    unnamed: "Evento senza nome",
    received: "Ricevuto",
    attempts: "Tentativi",
    nextAttempt: "Prossimo tentativo",
    body: "Che cosa ha inviato il servizio",
  },
  reasons: {
    session_gone: {
      title: "Pagato, ma nessun ordine attende questo denaro",
      message:
        "Il carrello è stato modificato o abbandonato dopo che l'indirizzo è stato mostrato. Chiedi all'acquirente di completare il checkout con lo stesso totale, oppure restituisci il denaro e registra il versamento.",
    },
    amount_differs: {
      title: "Pagato, ma ora è richiesto un altro importo",
      message:
        "Ora l'ordine deve meno, oppure è richiesto un importo o una valuta diversi da quelli quotati. Confronta i due, modifica l'ordine e riprova, oppure restituisci il denaro e registra il versamento.",
    },
    cart_total_differs: {
      title: "Pagato, ma il totale del carrello è cambiato",
      message:
        "Il carrello vale un importo diverso da quello pagato. Confronta i due, poi riprova, oppure restituisci il denaro e registra il versamento.",
    },
    another_session_open: {
      title: "Pagato, ma un altro pagamento è aperto sullo stesso carrello",
      message: "Il carrello ha anche un'altra sessione di pagamento aperta. Rimuovi l'altra, poi riprova.",
    },
    cart_will_not_complete: {
      title: "Pagato, ma il carrello non può diventare un ordine",
      message: "Correggi ciò che indica il motivo qui sotto, poi riprova. Un nuovo tentativo avviene anche da solo.",
    },
    no_order: {
      title: "Pagato, ma senza carrello né ordine",
      message:
        "Per questo denaro non c'è né un carrello né un ordine: il carrello è stato eliminato. Restituisci il denaro e registra il versamento, oppure chiarisci con il cliente e chiudi con una nota.",
    },
    order_canceled: {
      title: "Pagato dopo l'annullamento dell'ordine",
      message: "Restituisci il denaro e registra il versamento.",
    },
    order_paid_otherwise: {
      title: "Pagato, ma l'ordine non deve nulla",
      message:
        "L'ordine non deve più nulla: è stato pagato o accreditato in altro modo. Restituisci questo denaro e registra il versamento.",
    },
    payout_due: {
      title: "Ordine annullato, denaro da restituire",
      message:
        "L'ordine è stato annullato dopo il pagamento, e il denaro è ancora nel tuo wallet. Restituiscilo e registra il versamento.",
    },
    order_overpaid: {
      title: "È stato pagato più del totale dell'ordine",
      message:
        "L'ordine è diminuito dopo il pagamento, o è stato pagato anche in altro modo. Restituisci la differenza e registra il versamento.",
    },
    partly_sent_back: {
      title: "Restituito in parte",
      message:
        "Una parte di questo denaro è stata restituita, quindi nessun ordine può ricevere il resto. Restituisci il resto e registra il versamento, oppure chiudi con una nota.",
    },
    test_money: {
      title: "Pagato con monete di test",
      message:
        "L'acquirente ha pagato con monete di test. Non valgono nulla e l'ordine o il carrello va pagato con denaro reale, quindi nessun ordine le ha prese. Chiudi questo caso con una nota.",
    },
    other_account: {
      title: "Pagato con chiavi diverse da quelle attuali",
      message:
        "L'acquirente ha pagato una richiesta fatta con un'altra API key o un altro URL di base rispetto a quelli che la connessione ha ora, quasi sempre perché le chiavi sono state cambiate nel frattempo. Controlla nella dashboard del commerciante che il denaro ci sia, poi accreditalo sull'ordine, oppure restituiscilo e registra il versamento. Con le chiavi precedenti di nuovo inserite, si può riprovare.",
    },
    connection_gone: {
      title: "La connessione non è registrata",
      message:
        "La connessione non è registrata in medusa-config, quindi il suo servizio non può essere interrogato e nessun ordine può prendere il suo denaro. Registrala di nuovo con lo stesso id e riavvia Medusa: tutto ciò che attende viene ripreso entro due minuti.",
    },
    settling_failed: {
      title: "Pagato, ma non ancora sull'ordine",
      message:
        "Un guasto del negozio ha impedito al pagamento di arrivare sull'ordine. Un nuovo tentativo avviene da solo.",
    },
    event_failed: {
      title: "Non è stato possibile elaborare un evento",
      message:
        "Il servizio ha segnalato un pagamento, e un guasto del negozio ha impedito di elaborare l'evento. Un nuovo tentativo avviene da solo.",
    },
    unknown_payment: {
      title: "Il servizio ha segnalato un pagamento che questo negozio non ha mai chiesto",
      message:
        "Confronta ciò che ha inviato con la dashboard commerciante del tuo servizio. Se non è tuo, chiudi con una nota.",
    },
  },
} satisfies InTwoForms<typeof english>
