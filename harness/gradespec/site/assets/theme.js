"use strict";
// Before the page is painted: the theme that was chosen by hand, if one was, and that there is a script.
document.documentElement.classList.add("script");
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch { /* storage may be forbidden: then the system's theme stays */ }
