import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// One file, both builds: `vite build` makes what the browser loads, `vite build --ssr` the renderer of public pages.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: 'public',
  build: {
    manifest: !isSsrBuild,
    ssr: isSsrBuild === true,
    copyPublicDir: !isSsrBuild,
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/web',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: isSsrBuild ? 'src/document.tsx' : 'src/web.tsx' },
  },
}))
