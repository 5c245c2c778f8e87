/** Whether the address of a map is one of raster tiles (`…/{z}/{x}/{y}.png`), not that of a whole style. */
export const isTileAddress = (address: string): boolean => address.includes('{z}')
