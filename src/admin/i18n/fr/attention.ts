import type { attention as english } from "../en/attention"
import type { InTwoForms } from "../translation"

export const attention = {
  title: "Cas ouverts",
  unnamed: "À traiter",
  detail: "Raison indiquée :",
  noOrder: "Aucune commande",
  waiting: "En attente",
  failure: "Les cas ouverts n'ont pas pu être chargés",
  empty: {
    title: "Tout va bien",
    description:
      "Aucun paiement n'a besoin de vous. Ce qui ne peut pas être imputé automatiquement apparaît ici, avec ce qu'il est possible de faire.",
  },
  event: {
    kind: "Événement",
    id: "ID de l'événement",
    unnamed: "Événement sans nom",
    received: "Reçu",
    attempts: "Tentatives",
    nextAttempt: "Prochaine tentative",
    body: "Ce que le service a envoyé",
  },
  reasons: {
    session_gone: {
      title: "Payé, mais aucune commande n'attend cet argent",
      message:
        "Le panier a été modifié ou abandonné après l'affichage de l'adresse. Demandez à l'acheteur de terminer la commande avec le même total, ou renvoyez l'argent et enregistrez le versement.",
    },
    amount_differs: {
      title: "Payé, mais un autre montant est demandé maintenant",
      message:
        "La commande doit moins désormais, ou un autre montant ou une autre devise que la cotation est demandé. Comparez les deux, modifiez la commande et réessayez, ou renvoyez l'argent et enregistrez le versement.",
    },
    cart_total_differs: {
      title: "Payé, mais le total du panier a changé",
      message:
        "Le panier vaut un autre montant que celui qui a été payé. Comparez les deux, puis réessayez, ou renvoyez l'argent et enregistrez le versement.",
    },
    another_session_open: {
      title: "Payé, mais un autre paiement est ouvert sur le même panier",
      message: "Le panier a aussi une autre session de paiement ouverte. Retirez l'autre, puis réessayez.",
    },
    cart_will_not_complete: {
      title: "Payé, mais le panier ne peut pas devenir une commande",
      message:
        "Corrigez ce que nomme la raison ci-dessous, puis réessayez. Une nouvelle tentative a aussi lieu automatiquement.",
    },
    no_order: {
      title: "Payé, mais sans panier ni commande",
      message:
        "Il n'y a ni panier ni commande pour cet argent : le panier a été supprimé. Renvoyez l'argent et enregistrez le versement, ou réglez cela avec l'acheteur et fermez ce cas avec une note.",
    },
    order_canceled: {
      title: "Payé après l'annulation de la commande",
      message: "Renvoyez l'argent et enregistrez le versement.",
    },
    order_paid_otherwise: {
      title: "Payé, mais la commande ne doit rien",
      message:
        "La commande ne doit plus rien : elle a été payée ou créditée autrement. Renvoyez cet argent et enregistrez le versement.",
    },
    payout_due: {
      title: "Commande annulée, argent à renvoyer",
      message:
        "La commande a été annulée après le paiement, et l'argent est encore dans votre portefeuille. Renvoyez-le et enregistrez le versement.",
    },
    order_overpaid: {
      title: "Il a été payé plus que le prix de la commande",
      message:
        "La commande a baissé après le paiement, ou a aussi été payée autrement. Renvoyez la différence et enregistrez le versement.",
    },
    partly_sent_back: {
      title: "Renvoyé en partie",
      message:
        "Une partie de cet argent a été renvoyée : aucune commande ne peut donc recevoir le reste. Renvoyez le reste et enregistrez le versement, ou fermez ce cas avec une note.",
    },
    test_money: {
      title: "Payé avec des pièces de test",
      message:
        "L'acheteur a payé avec des pièces de test. Elles ne valent rien, et la commande ou le panier doit être payé avec de l'argent réel : aucune commande ne les a donc prises. Clôturez ce cas avec une note.",
    },
    other_account: {
      title: "Payé avec d'autres clés que les clés actuelles",
      message:
        "L'acheteur a payé une demande faite avec une autre API key ou une autre URL de base que celles de la connexion aujourd'hui, le plus souvent parce que les clés ont été changées entre-temps. Vérifiez dans le tableau de bord marchand que l'argent est bien là, puis imputez-le à la commande, ou renvoyez-le et enregistrez le versement. Une fois les anciennes clés remises, un nouvel essai est possible.",
    },
    connection_gone: {
      title: "La connexion n'est pas enregistrée",
      message:
        "La connexion n'est pas enregistrée dans medusa-config : son service ne peut pas être interrogé et aucune commande ne peut prendre son argent. Enregistrez-la de nouveau sous le même identifiant et redémarrez Medusa : tout ce qui attend est repris en deux minutes.",
    },
    settling_failed: {
      title: "Payé, mais pas encore sur la commande",
      message:
        "Une panne de la boutique a empêché le paiement d'arriver sur la commande. Une nouvelle tentative a lieu automatiquement.",
    },
    event_failed: {
      title: "Un événement n'a pas pu être traité",
      message:
        "Le service a signalé un paiement, et une panne de la boutique a empêché le traitement de l'événement. Une nouvelle tentative a lieu automatiquement.",
    },
    unknown_payment: {
      title: "Le service a signalé un paiement que cette boutique n'a jamais demandé",
      message:
        "Comparez ce qu'il a envoyé avec le tableau de bord marchand de votre service. Si ce n'est pas à vous, fermez ce cas avec une note.",
    },
  },
} satisfies InTwoForms<typeof english>
