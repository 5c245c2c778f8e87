let zone: string | null = null

/** Says where whoever is signed in works; `null` when nobody is. */
export const setOwnZone = (own: string | null): void => {
  zone = own
}

/** The zone in which fields for date and time are meant: that of the person, which may not be that of the device. */
export const ownZone = (): string => zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
