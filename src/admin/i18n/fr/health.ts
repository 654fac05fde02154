import type { health as english } from "../en/health"
import type { InTwoForms } from "../translation"

export const health = {
  title: "Santé des paiements",
  state: {
    ok: "Les paiements passent",
    degraded: "Les paiements passent, mais pas comme ils devraient",
    failing: "Les paiements sont en panne",
  },
  level: { degraded: "Dégradé", failing: "En panne" },
  unknown: "La santé des paiements n'a pas pu être lue.",
  unnamed: "Quelque chose ne va pas",
  lastEvent: "Dernier événement <when />",
  noEvent: "Aucun événement reçu pour l'instant",
  since: "Depuis : <when />",
  until: "Jusqu'au <when />",
  payments_one: "{{count}} paiement",
  payments_other: "{{count}} paiements",
  events_one: "{{count}} événement",
  events_other: "{{count}} événements",
  waiting_one: "{{count}} commande attend son paiement",
  waiting_other: "{{count}} commandes attendent leur paiement",
  oldestWaiting: "La plus ancienne a été créée <when />",
  links: { connection: "Ouvrir la connexion", payments: "Voir les paiements", attention: "Voir les cas ouverts" },
  reasons: {
    no_connection: {
      title: "Aucun fournisseur n'est enregistré",
      message:
        "Aucun fournisseur de paiement de ce plugin n'est enregistré, donc personne ne peut payer en crypto. Enregistrez-le dans medusa-config comme le montre le README, puis redémarrez Medusa.",
    },
    connection_missing: {
      title: "Des paiements attendent une connexion qui n'est pas enregistrée",
      message:
        "Des paiements attendent une connexion qui n'est pas enregistrée dans medusa-config, car elle a été retirée ou renommée. Les acheteurs ne peuvent pas les payer, et l'argent qui arrive pour eux n'est pas trouvé. Enregistrez-la de nouveau sous le même identifiant et redémarrez Medusa : tout ce qui attend est repris en deux minutes.",
    },
    setup_incomplete: {
      title: "Pas encore configurée",
      message:
        "Cette connexion n'accepte pas encore de paiements : des réglages manquent ou ne vont pas ensemble. Saisissez ce que sa page indique.",
    },
    secrets_unreadable: {
      title: "Des secrets enregistrés sont illisibles",
      message:
        "Aucune clé de chiffrement du serveur n'ouvre les secrets saisis dans l'admin. Remettez l'ancienne clé, ou saisissez de nouveau les secrets.",
    },
    keys_refused: {
      title: "Le service refuse les clés",
      message:
        "Le service refuse les clés de cette connexion, donc les acheteurs ne peuvent pas payer. Copiez de nouveau les clés depuis le tableau de bord marchand, puis testez la connexion.",
    },
    store_disabled: {
      title: "La boutique est désactivée chez le service",
      message:
        "La boutique est désactivée chez le service, donc les acheteurs ne peuvent pas payer. Activez-la dans le tableau de bord marchand, puis testez la connexion.",
    },
    throttled: {
      title: "Le service demande d'attendre",
      message:
        "Le service a demandé d'attendre ; rien ne lui est envoyé jusque-là. Cela reprend automatiquement. Si cela arrive souvent, diminuez lookupsPerMinute.",
    },
    service_failing: {
      title: "Le service ne répond pas comme il devrait",
      message:
        "Les appels au service échouent, et les acheteurs ne peuvent peut-être pas payer. De nouvelles tentatives ont lieu automatiquement. Si cela dure, testez la connexion et contactez le service.",
    },
    webhooks_lost: {
      title: "Les événements n'arrivent pas",
      message:
        "Des paiements ont été trouvés en interrogeant le service, et leurs événements ne sont jamais arrivés : les acheteurs attendent plus que nécessaire. Comparez l'URL du webhook, sur la page de la connexion, avec le tableau de bord marchand, et vérifiez qu'elle est accessible de l'extérieur.",
    },
    webhooks_refused: {
      title: "Les événements sont refusés",
      message:
        "Des paiements ont été trouvés en interrogeant le service, et le dernier envoi a été refusé : les acheteurs attendent plus que nécessaire. Comparez l'endpoint secret avec le tableau de bord marchand. Si la signature est périmée, réglez l'horloge du serveur.",
    },
    sweep_stands_still: {
      title: "Le travail en arrière-plan est arrêté",
      message:
        "Du travail est dû et n'est pas fait : événements perdus, nouvelles tentatives et paiements tardifs attendent. Vérifiez qu'un Medusa en mode shared ou worker tourne et que son journal ne montre pas d'erreurs. Si c'est le cas, redémarrez-le : cela rétablit aussi un planning que Redis a perdu. Après un très grand nombre de paiements simultanés, le retard se résorbe de lui-même, et plus vite avec un worker de plus.",
    },
    paid_not_settled: {
      title: "Payé, mais sur aucune commande pour l'instant",
      message:
        "De l'argent est arrivé et n'est encore sur aucune commande, ce qui ne devrait prendre que quelques secondes. Une nouvelle tentative a lieu automatiquement. Le journal du serveur dit ce qui le retient. Après un très grand nombre de paiements simultanés, les commandes sont capturées tour à tour, et plus vite avec un worker de plus.",
    },
    settling_fails: {
      title: "L'enregistrement des paiements échoue",
      message:
        "Une panne de la boutique empêche l'argent arrivé d'aller sur ses commandes. Ouvrez les cas à traiter, corrigez ce qu'ils indiquent, puis réessayez.",
    },
    events_failing: {
      title: "Des événements ne peuvent pas être traités",
      message:
        "Une panne de la boutique empêche le traitement des événements du service. Ouvrez les cas à traiter, corrigez ce qu'ils indiquent, puis réessayez.",
    },
    clock_off: {
      title: "Les horloges divergent",
      message:
        "Les horloges de ce serveur et de sa base de données divergent. Des événements signés peuvent être refusés et le travail peut prendre du retard. Réglez les deux par NTP.",
    },
  },
} satisfies InTwoForms<typeof english>
