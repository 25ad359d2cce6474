// Shows /api/openapi.json with Swagger UI. A key given under "Authorize" is kept until the page is closed.
const isDark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', isDark.matches);
followScheme();
isDark.addEventListener('change', followScheme);

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
