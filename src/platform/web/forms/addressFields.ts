import { z } from 'zod'

/** Words in an address; those of digits alone are read as a number. */
export const textInAddress = z.union([z.string(), z.number().transform(String)]).catch('')

/** The id of a record in an address, or none. */
export const idInAddress = z.int().positive().nullable().catch(null)

/** The page of a list in an address. */
export const pageInAddress = z.int().positive().catch(1)
