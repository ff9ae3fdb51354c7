declare module 'subset-font' {
  /** The package ships no types of its own; only what `subset-fonts.ts` uses. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff' | 'woff2'; variationAxes: Record<string, number | { min: number; max: number }> },
  ): Promise<Uint8Array>
}
