import type { attention as english } from "../en/attention"
import type { InTwoForms } from "../translation"

export const attention = {
  title: "Casos abiertos",
  unnamed: "Requiere atención",
  detail: "Razón indicada:",
  noOrder: "Sin pedido",
  waiting: "En espera",
  failure: "No se pudieron cargar los casos abiertos",
  empty: {
    title: "Todo está bien",
    description:
      "Ningún pago te necesita. Lo que no se pueda aplicar por sí solo aparece aquí, con lo que se puede hacer.",
  },
  event: {
    kind: "Evento",
    id: "ID del evento",
    unnamed: "Evento sin nombre",
    received: "Recibido",
    attempts: "Intentos",
    nextAttempt: "Próximo intento",
    body: "Lo que envió el servicio",
  },
  reasons: {
    session_gone: {
      title: "Pagado, pero ningún pedido espera este dinero",
      message:
        "El carrito se cambió o se abandonó después de mostrar la dirección. Pide al comprador que complete el proceso de pago con el mismo total, o devuelve el dinero y registra el desembolso.",
    },
    amount_differs: {
      title: "Pagado, pero ahora se pide otro monto",
      message:
        "Ahora se debe menos, o se pide otro monto u otra moneda que la cotización. Compara ambos, cambia el pedido e inténtalo de nuevo, o devuelve el dinero y registra el desembolso.",
    },
    cart_total_differs: {
      title: "Pagado, pero el total del carrito cambió",
      message:
        "El carrito vale otro monto que el que se pagó. Compara ambos y vuelve a intentarlo, o devuelve el dinero y registra el desembolso.",
    },
    another_session_open: {
      title: "Pagado, pero hay otro pago abierto en el mismo carrito",
      message: "El carrito tiene además otra sesión de pago abierta. Quita la otra y vuelve a intentarlo.",
    },
    cart_will_not_complete: {
      title: "Pagado, pero el carrito no puede convertirse en pedido",
      message: "Corrige lo que indica la razón de abajo y vuelve a intentarlo. También se reintenta por sí solo.",
    },
    no_order: {
      title: "Pagado, pero no hay carrito ni pedido",
      message:
        "No hay carrito ni pedido para este dinero: el carrito se eliminó. Devuelve el dinero y registra el desembolso, o acuérdalo con el comprador y cierra esto con una nota.",
    },
    order_canceled: {
      title: "Pagado después de cancelarse el pedido",
      message: "Devuelve el dinero y registra el desembolso.",
    },
    order_paid_otherwise: {
      title: "Pagado, pero el pedido no debe nada",
      message:
        "El pedido ya no debe nada: se pagó o se abonó de otra forma. Devuelve este dinero y registra el desembolso.",
    },
    payout_due: {
      title: "Pedido cancelado, dinero por devolver",
      message:
        "El pedido se canceló después de pagarse, y el dinero sigue en tu billetera. Devuélvelo y registra el desembolso.",
    },
    order_overpaid: {
      title: "Se pagó más de lo que cuesta el pedido",
      message:
        "El pedido bajó de precio después de pagarse, o se pagó además de otra forma. Devuelve la diferencia y registra el desembolso.",
    },
    partly_sent_back: {
      title: "Devuelto en parte",
      message:
        "Parte de este dinero se devolvió, así que ningún pedido puede tomar lo que queda. Devuelve el resto y registra el desembolso, o cierra esto con una nota.",
    },
    test_money: {
      title: "Pagado con monedas de prueba",
      message:
        "El comprador pagó con monedas de prueba. No valen nada, y el pedido o el carrito debe pagarse con dinero real, así que ningún pedido las tomó. Cierra esto con una nota.",
    },
    other_account: {
      title: "Pagado con otras claves que las actuales",
      message:
        "El comprador pagó una solicitud hecha con otra API key u otra URL base que las que la conexión tiene ahora, casi siempre porque las claves se cambiaron mientras tanto. Comprueba en el panel del comerciante que el dinero está ahí y luego aplícalo al pedido, o devuélvelo y registra el desembolso. Con las claves anteriores de vuelta, se puede reintentar.",
    },
    connection_gone: {
      title: "La conexión no está registrada",
      message:
        "La conexión no está registrada en medusa-config, así que no se puede consultar su servicio y ningún pedido puede tomar su dinero. Regístrala de nuevo con el mismo id y reinicia Medusa: todo lo que espera se retoma en dos minutos.",
    },
    settling_failed: {
      title: "Pagado, pero aún no está en el pedido",
      message: "Una falla en la tienda impidió que el pago llegara al pedido. Se reintenta por sí solo.",
    },
    event_failed: {
      title: "No se pudo procesar un evento",
      message:
        "El servicio informó de un pago, y una falla en la tienda impidió procesar el evento. Se reintenta por sí solo.",
    },
    unknown_payment: {
      title: "El servicio informó de un pago que esta tienda nunca pidió",
      message:
        "Compara lo que envió con el panel de comerciante de tu servicio. Si no es tuyo, cierra esto con una nota.",
    },
  },
} satisfies InTwoForms<typeof english>
