import type { health as english } from "../en/health"
import type { InTwoForms } from "../translation"

export const health = {
  title: "Estado de los pagos",
  state: {
    ok: "Los pagos fluyen",
    degraded: "Los pagos fluyen, pero no como deberían",
    failing: "Los pagos tienen problemas",
  },
  level: { degraded: "Degradado", failing: "Con fallas" },
  unknown: "No se pudo leer el estado de los pagos.",
  unnamed: "Algo anda mal",
  lastEvent: "Último evento <when />",
  noEvent: "Aún no llegó ningún evento",
  since: "Desde: <when />",
  until: "Hasta <when />",
  payments_one: "{{count}} pago",
  payments_other: "{{count}} pagos",
  events_one: "{{count}} evento",
  events_other: "{{count}} eventos",
  waiting_one: "{{count}} pedido espera su pago",
  waiting_other: "{{count}} pedidos esperan su pago",
  oldestWaiting: "El más antiguo se creó <when />",
  links: { connection: "Abrir la conexión", payments: "Ver los pagos", attention: "Ver los casos abiertos" },
  reasons: {
    no_connection: {
      title: "No hay ningún proveedor registrado",
      message:
        "No hay ningún proveedor de pagos de este plugin registrado, así que nadie puede pagar con cripto. Regístralo en medusa-config como muestra el README y reinicia Medusa.",
    },
    connection_missing: {
      title: "Hay pagos que esperan una conexión no registrada",
      message:
        "Hay pagos que esperan una conexión que no está registrada en medusa-config, porque se quitó o cambió de nombre. Los compradores no pueden pagarlos y el dinero que llegue para ellos no se encuentra. Regístrala de nuevo con el mismo id y reinicia Medusa: todo lo que espera se retoma en dos minutos.",
    },
    setup_incomplete: {
      title: "Aún sin configurar",
      message:
        "Esta conexión aún no acepta pagos: faltan ajustes o no concuerdan entre sí. Ingresa lo que indica su página.",
    },
    secrets_unreadable: {
      title: "No se pueden abrir los secretos guardados",
      message:
        "Ninguna clave de cifrado del servidor abre los secretos ingresados en el admin. Vuelve a poner la clave anterior, o ingresa los secretos de nuevo.",
    },
    keys_refused: {
      title: "El servicio rechaza las claves",
      message:
        "El servicio rechaza las claves de esta conexión, así que los compradores no pueden pagar. Copia de nuevo las claves del panel de comerciante y luego prueba la conexión.",
    },
    store_disabled: {
      title: "La tienda está desactivada en el servicio",
      message:
        "La tienda está desactivada en el servicio, así que los compradores no pueden pagar. Actívala en el panel de comerciante y luego prueba la conexión.",
    },
    throttled: {
      title: "El servicio pide esperar",
      message:
        "El servicio pidió esperar un rato; hasta entonces no se le envía nada. Continúa por sí solo. Si pasa a menudo, reduce lookupsPerMinute.",
    },
    service_failing: {
      title: "El servicio no responde como debería",
      message:
        "Las llamadas al servicio fallan, por lo que es posible que los compradores no puedan pagar. Se reintentan por sí solas. Si continúa, prueba la conexión y consulta al servicio.",
    },
    webhooks_lost: {
      title: "Los eventos no llegan",
      message:
        "Se encontraron pagos preguntando al servicio, y sus eventos nunca llegaron, así que los compradores esperan más de lo debido. Compara la URL del webhook en la página de la conexión con el panel de comerciante, y comprueba que se puede acceder a ella desde fuera.",
    },
    webhooks_refused: {
      title: "Los eventos son rechazados",
      message:
        "Se encontraron pagos preguntando al servicio, y la última entrega fue rechazada, así que los compradores esperan más de lo debido. Compara el endpoint secret con el panel de comerciante. Si la firma está vencida, ajusta el reloj del servidor.",
    },
    sweep_stands_still: {
      title: "El trabajo en segundo plano está detenido",
      message:
        "Hay trabajo pendiente y no se hace: eventos perdidos, reintentos y pagos tardíos esperan. Comprueba que haya un Medusa en modo shared o worker en marcha y que su registro no muestre errores. Si es así, reinícialo: eso también recupera un calendario que Redis perdió. Tras muchísimos pagos a la vez se pone al día por sí solo, y antes con un worker más.",
    },
    paid_not_settled: {
      title: "Pagado, pero aún en ningún pedido",
      message:
        "Llegó dinero que aún no está en ningún pedido, lo que debería tardar segundos. Se reintenta por sí solo. El registro del servidor dice qué lo retiene. Tras muchísimos pagos a la vez, los pedidos se capturan por turnos, y antes con un worker más.",
    },
    settling_fails: {
      title: "Falla el registro de los pagos",
      message:
        "Una falla en la tienda impide que el dinero recibido llegue a sus pedidos. Abre los casos por atender, corrige lo que indican y vuelve a intentarlo.",
    },
    events_failing: {
      title: "No se pueden procesar eventos",
      message:
        "Una falla en la tienda impide procesar los eventos del servicio. Abre los casos por atender, corrige lo que indican y vuelve a intentarlo.",
    },
    clock_off: {
      title: "Los relojes no coinciden",
      message:
        "Los relojes de este servidor y de su base de datos no coinciden. Pueden rechazarse eventos firmados y el trabajo puede retrasarse. Ajusta ambos por NTP.",
    },
  },
} satisfies InTwoForms<typeof english>
