type Numbers = Float64Array | Uint32Array | Uint16Array | Uint8Array

/** One number for each slot of a table. */
export interface Column<T extends Numbers = Float64Array> {
  /** Replaced when the column grows. 0 where nothing was set. */
  values: T
  set: (slot: number, value: number) => void
}

export function createColumn<T extends Numbers>(kind: new (length: number) => T): Column<T> {
  const column: Column<T> = {
    values: new kind(1024),
    set(slot, value) {
      if (slot >= column.values.length) {
        const longer = new kind(2 * slot)
        longer.set(column.values)
        column.values = longer
      }
      column.values[slot] = value
    },
  }
  return column
}
