/** HST in Ontario, in ten-thousandths of a percent. */
export const HST_RATE = 130_000

/** How the tax is called on statements. */
export const hstText = 'HST 13 %'
