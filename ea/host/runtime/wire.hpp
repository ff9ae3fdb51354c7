// The connection to the simulated terminal: one message a line, fields separated by tabs, bytes escaped where they would break a line.
#pragma once
#pragma GCC system_header
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

namespace host {

using bytes = std::string;
using message = std::vector<bytes>;

inline bytes escaped(const bytes &text) {
  bytes out;
  for (char c : text) {
    if (c == '\\') out += "\\\\";
    else if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (c == '\0') out += "\\0";
    else out += c;
  }
  return out;
}

inline void send(const message &fields) {
  bytes line;
  for (const bytes &field : fields) {
    if (!line.empty()) line += '\t';
    line += escaped(field);
  }
  line += '\n';
  fwrite(line.data(), 1, line.size(), stdout);
  fflush(stdout);
}

// Ends the program and the test: the advisor did something that stops it in the terminal, or that breaks a rule without a warning there.
[[noreturn]] inline void fail(const bytes &text) {
  send({"failure", text});
  _exit(3);
}

inline message receive() {
  static bytes line;
  line.clear();
  for (int c; (c = getchar_unlocked()) != '\n';) {
    if (c == EOF) _exit(0);
    line += static_cast<char>(c);
  }
  message fields(1);
  for (size_t i = 0; i < line.size(); i++) {
    char c = line[i];
    if (c == '\t') fields.emplace_back();
    else if (c != '\\') fields.back() += c;
    else {
      char e = line[++i];
      fields.back() += e == 'n' ? '\n' : e == 'r' ? '\r' : e == 't' ? '\t' : e == '0' ? '\0' : '\\';
    }
  }
  return fields;
}

inline long long whole(const bytes &text) { return strtoll(text.c_str(), nullptr, 10); }
inline unsigned long natural(const bytes &text) { return strtoul(text.c_str(), nullptr, 10); }
inline double real(const bytes &text) { return strtod(text.c_str(), nullptr); }

}  // namespace host
