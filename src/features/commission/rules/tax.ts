/** HST in Ontario, in ten-thousandths of a percent. */
export const HST_RATE = 130_000
