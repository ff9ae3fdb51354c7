import * as runtime from 'react/jsx-runtime'

// The build puts this in the place of `react/jsx-runtime`. That one is CommonJS: each call would be a look-up in an object.
export const { Fragment, jsx } = runtime
/** React's own is the same function outside development. */
export { jsx as jsxs }
