// MQL's own kinds of values: string (UTF-16, never a number by itself), arrays that know their bounds, datetime.
#pragma once
#pragma GCC system_header
#include "wire.hpp"
#include <cstring>
#include <initializer_list>
#include <type_traits>

typedef unsigned char uchar;
typedef long datetime;
typedef int color;

const int WHOLE_ARRAY = -1;
const int EMPTY = -1;
const unsigned int CP_ACP = 0;
const unsigned int CP_UTF8 = 65001;

namespace host {

inline void append_utf8(bytes &out, unsigned int c) {
  if (c < 0x80) out += static_cast<char>(c);
  else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 63));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 63));
    out += static_cast<char>(0x80 | (c & 63));
  } else {
    out += static_cast<char>(0xF0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 63));
    out += static_cast<char>(0x80 | (c >> 6 & 63));
    out += static_cast<char>(0x80 | (c & 63));
  }
}

inline bytes utf8(const std::u16string &text) {
  bytes out;
  for (size_t i = 0; i < text.size(); i++) {
    unsigned int c = text[i];
    if (c >= 0xD800 && c < 0xDC00 && i + 1 < text.size() && text[i + 1] >= 0xDC00 && text[i + 1] < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (text[++i] - 0xDC00u);
    } else if (c >= 0xD800 && c < 0xE000) c = 0xFFFD;
    append_utf8(out, c);
  }
  return out;
}

inline std::u16string utf16(const bytes &text) {
  std::u16string out;
  for (size_t i = 0; i < text.size();) {
    unsigned char lead = static_cast<unsigned char>(text[i++]);
    int more = lead < 0x80 ? 0 : lead < 0xC2 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : -1;
    unsigned int c = more <= 0 ? lead : lead & (0x3F >> more);
    for (int k = 0; k < more; k++) {
      if (i >= text.size() || (text[i] & 0xC0) != 0x80) {
        more = -1;
        break;
      }
      c = c << 6 | (text[i++] & 63u);
    }
    if (more < 0) c = 0xFFFD;
    if (c < 0x10000) out += static_cast<char16_t>(c);
    else {
      out += static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10));
      out += static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF));
    }
  }
  return out;
}

// The code page of a Western Windows: a missing letter becomes a question mark.
inline bytes ansi(const std::u16string &text) {
  bytes out;
  for (char16_t c : text) out += c == 0x20AC ? '\x80' : c < 0x80 || (c >= 0xA0 && c < 0x100) ? static_cast<char>(c) : '?';
  return out;
}

inline std::u16string unansi(const bytes &text) {
  std::u16string out;
  for (char c : text) out += c == '\x80' ? u'\u20AC' : static_cast<char16_t>(static_cast<unsigned char>(c));
  return out;
}

// Simple cells of an array that has just grown hold garbage in the terminal; before the program starts they are zero.
inline bool started = false;

}  // namespace host

class string {
 public:
  std::u16string s;
  // A text without a value is NULL: it has no letters, and it is not equal to "".
  bool unset = true;
  string() {}
  explicit string(const std::u16string &text) : s(text), unset(false) {}
  // Whole numbers become texts only by a cast in the source. Reals go through DoubleToString, so that the digits are chosen.
  template <class T>
    requires std::is_integral_v<T>
  explicit string(T number) : s(host::utf16(std::to_string(number))), unset(false) {}
  explicit string(bool yes) : s(yes ? u"true" : u"false"), unset(false) {}
  explicit string(double) = delete;
  explicit string(const char *) = delete;
  host::bytes utf8() const { return host::utf8(s); }
  bool is_null() const { return unset && s.empty(); }
  string &operator+=(const string &more) {
    s += more.s;
    unset = false;
    return *this;
  }
};
inline string operator+(const string &a, const string &b) { return string(a.s + b.s); }
inline bool operator==(const string &a, const string &b) { return a.s == b.s && a.is_null() == b.is_null(); }
inline auto operator<=>(const string &a, const string &b) { return a.s <=> b.s; }

namespace host {
inline string made(const bytes &text) { return string(utf16(text)); }
}
// The translated form of a literal.
inline string MQL_LITERAL(const char *text) { return host::made(text); }

template <class T>
class array {
  struct cell {
    T value{};
  };
  std::vector<cell> cells;

 protected:
  bool fixed = false;
  void fill(size_t from) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
      if (host::started)
        for (size_t i = from; i < cells.size(); i++) memset(&cells[i], 0xCB, sizeof(T));
    }
  }

 public:
  typedef T element;
  array() {}
  array(std::initializer_list<T> values) {
    for (const T &value : values) cells.push_back({value});
  }
  // Arrays are never copied as a whole in MQL; functions may return structures that hold arrays.
  array(const array &) = delete;
  array &operator=(const array &) = delete;
  array(array &&) = default;
  array &operator=(array &&) = default;
  T &operator[](long index) {
    if (index < 0 || index >= size()) host::fail("array out of range");
    return cells[static_cast<size_t>(index)].value;
  }
  const T &operator[](long index) const {
    if (index < 0 || index >= size()) host::fail("array out of range");
    return cells[static_cast<size_t>(index)].value;
  }
  int size() const { return static_cast<int>(cells.size()); }
  bool is_fixed() const { return fixed; }
  int resize(int count, int reserve = 0) {
    if (fixed) host::fail("ArrayResize of an array with a fixed size");
    if (count < 0) host::fail("ArrayResize to a negative size");
    size_t before = cells.size();
    if (cells.capacity() < static_cast<size_t>(count)) cells.reserve(static_cast<size_t>(count + reserve));
    cells.resize(static_cast<size_t>(count));
    fill(before);
    return count;
  }
  void swap(array &other) { cells.swap(other.cells); }
  T *begin() { return cells.empty() ? nullptr : &cells[0].value; }
  T *end() { return begin() + cells.size(); }
};

template <class T, int N>
class fixed_array : public array<T> {
 public:
  fixed_array() {
    this->resize(N);
    this->fixed = true;
  }
  fixed_array(std::initializer_list<T> values) : fixed_array() {
    static_assert(N > 0);
    int i = 0;
    for (const T &value : values) (*this)[i++] = value;
    for (; i < N; i++) (*this)[i] = T();
  }
};
