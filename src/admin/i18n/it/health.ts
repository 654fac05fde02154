import type { health as english } from "../en/health"
import type { InTwoForms } from "../translation"

export const health = {
  title: "Stato dei pagamenti",
  state: {
    ok: "I pagamenti funzionano",
    degraded: "I pagamenti funzionano, ma non come dovrebbero",
    failing: "I pagamenti hanno problemi",
  },
  level: { degraded: "Rallentato", failing: "Guasto" },
  unknown: "Non è stato possibile leggere lo stato dei pagamenti.",
  unnamed: "Qualcosa non va",
  lastEvent: "Ultimo evento <when />",
  noEvent: "Nessun evento ricevuto finora",
  since: "Da: <when />",
  until: "Fino al <when />",
  payments_one: "{{count}} pagamento",
  payments_other: "{{count}} pagamenti",
  events_one: "{{count}} evento",
  events_other: "{{count}} eventi",
  waiting_one: "{{count}} ordine attende il pagamento",
  waiting_other: "{{count}} ordini attendono il pagamento",
  oldestWaiting: "Il più vecchio è stato creato <when />",
  links: { connection: "Apri la connessione", payments: "Mostra i pagamenti", attention: "Mostra i casi aperti" },
  reasons: {
    no_connection: {
      title: "Nessun fornitore è registrato",
      message:
        "Nessun fornitore di pagamento di questo plugin è registrato, quindi nessuno può pagare in crypto. Registralo in medusa-config come mostra il README e riavvia Medusa.",
    },
    connection_missing: {
      title: "Alcuni pagamenti attendono una connessione non registrata",
      message:
        "Alcuni pagamenti attendono una connessione che non è registrata in medusa-config, perché è stata tolta o rinominata. Gli acquirenti non possono pagarli e il denaro che arriva non viene trovato. Registrala di nuovo con lo stesso id e riavvia Medusa: tutto ciò che attende viene ripreso entro due minuti.",
    },
    setup_incomplete: {
      title: "Non ancora configurata",
      message:
        "Questa connessione non accetta ancora pagamenti: mancano impostazioni o non vanno d'accordo tra loro. Inserisci ciò che indica la sua pagina.",
    },
    secrets_unreadable: {
      title: "I segreti salvati non si possono aprire",
      message:
        "Nessuna chiave di cifratura del server apre i segreti inseriti nell'admin. Rimetti la chiave precedente, oppure inserisci di nuovo i segreti.",
    },
    keys_refused: {
      title: "Il servizio rifiuta le chiavi",
      message:
        "Il servizio rifiuta le chiavi di questa connessione, quindi gli acquirenti non possono pagare. Copia di nuovo le chiavi dalla dashboard commerciante, poi prova la connessione.",
    },
    store_disabled: {
      title: "Il negozio è disattivato presso il servizio",
      message:
        "Il negozio è disattivato presso il servizio, quindi gli acquirenti non possono pagare. Attivalo nella dashboard commerciante, poi prova la connessione.",
    },
    throttled: {
      title: "Il servizio chiede di attendere",
      message:
        "Il servizio ha chiesto di attendere; fino ad allora non gli viene inviato nulla. Riprende da solo. Se succede spesso, riduci lookupsPerMinute.",
    },
    service_failing: {
      title: "Il servizio non risponde come dovrebbe",
      message:
        "Le chiamate al servizio falliscono, quindi gli acquirenti potrebbero non riuscire a pagare. Nuovi tentativi avvengono da soli. Se continua, prova la connessione e chiedi al servizio.",
    },
    webhooks_lost: {
      title: "Gli eventi non arrivano",
      message:
        "Alcuni pagamenti sono stati trovati chiedendo al servizio e i loro eventi non sono mai arrivati, quindi gli acquirenti aspettano più del dovuto. Confronta l'URL del webhook nella pagina della connessione con la dashboard commerciante e verifica che sia raggiungibile dall'esterno.",
    },
    webhooks_refused: {
      title: "Gli eventi vengono respinti",
      message:
        "Alcuni pagamenti sono stati trovati chiedendo al servizio e l'ultima consegna è stata respinta, quindi gli acquirenti aspettano più del dovuto. Confronta l'endpoint secret con la dashboard commerciante. Se la firma è scaduta, regola l'orologio del server.",
    },
    sweep_stands_still: {
      title: "Il lavoro in background è fermo",
      message:
        "C'è lavoro da fare e non viene fatto: eventi persi, nuovi tentativi e pagamenti tardivi aspettano. Verifica che un Medusa in modalità shared o worker sia in funzione e che il suo log non mostri errori. Se è così, riavvialo: questo ripristina anche una pianificazione che Redis ha perso. Dopo moltissimi pagamenti insieme recupera da solo, e prima con un worker in più.",
    },
    paid_not_settled: {
      title: "Pagato, ma ancora su nessun ordine",
      message:
        "È arrivato denaro che non è ancora su nessun ordine, cosa che dovrebbe richiedere secondi. Un nuovo tentativo avviene da solo. Il log del server dice che cosa lo trattiene. Dopo moltissimi pagamenti insieme gli ordini vengono acquisiti a turno, e prima con un worker in più.",
    },
    settling_fails: {
      title: "La registrazione dei pagamenti non riesce",
      message:
        "Un guasto del negozio tiene il denaro arrivato lontano dai suoi ordini. Apri i casi da gestire, correggi ciò che indicano e riprova.",
    },
    events_failing: {
      title: "Alcuni eventi non si possono elaborare",
      message:
        "Un guasto del negozio impedisce di elaborare gli eventi del servizio. Apri i casi da gestire, correggi ciò che indicano e riprova.",
    },
    clock_off: {
      title: "Gli orologi non coincidono",
      message:
        "Gli orologi di questo server e del suo database non coincidono. Gli eventi firmati possono essere respinti e il lavoro può arrivare in ritardo. Regola entrambi tramite NTP.",
    },
  },
} satisfies InTwoForms<typeof english>
