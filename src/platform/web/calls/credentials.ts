import { createSignal } from '../signal.ts'
import type { ApiError } from './apiErrors.ts'

let token: string | null = null

/** The bearer token of this browser's session, if there is one. */
export const bearerToken = (): string | null => token

/** Sets the bearer token that every call carries; `null` when signed out. */
export function setBearerToken(value: string | null): void {
  token = value
}

/** Tells when the server said that the session is over. */
export const sessionEnded = createSignal<ApiError>()

/** Tells when the server answered that it is under maintenance; `ends_at` is in the error's data when known. */
export const maintenanceStarted = createSignal<ApiError>()
