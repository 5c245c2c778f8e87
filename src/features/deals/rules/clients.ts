interface Named {
  first_name: string
  last_name: string
}

/** The whole name of somebody on a deal; empty when there is none. */
export const clientName = ({ first_name, last_name }: Named): string =>
  `${first_name.trim()} ${last_name.trim()}`.trim()

/** The same of a client as lists of deals have them. */
export const dealClientName = (client: { client_first_name: string; client_last_name: string }): string =>
  clientName({ first_name: client.client_first_name, last_name: client.client_last_name })

/**
 * How somebody is called in titles, such as of a document that is needed of each client: by name, or by place (from 0) among
 * the clients. Documents of a form and of the stored deal find each other by these titles.
 */
export const clientTitleName = (client: Named, place: number): string => clientName(client) || `Client ${place + 1}`
